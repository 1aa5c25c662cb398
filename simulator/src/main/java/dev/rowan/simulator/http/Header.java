package dev.rowan.simulator.http;

/// One header of a request or a reply; names are in lower case.
public record Header(String name, String value) {

    public static Header of(String name, Object value) {
        return new Header(name, value.toString());
    }
}
