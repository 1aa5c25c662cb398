package dev.rowan.web.html;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// An attribute of an element; its value is escaped when it is written.
public record Attribute(String name, String value) implements Part {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9:_-]*");
    private static final Set<String> ADDRESSES = Set.of(
            "href",
            "src",
            "srcset",
            "action",
            "formaction",
            "xlink:href",
            "poster",
            "data",
            "ping",
            "data-live",
            "data-api");

    public Attribute {
        String plain = name.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches()
                || plain.startsWith("on")
                || plain.equals("style")
                || plain.equals("srcdoc")) {
            throw new IllegalArgumentException("'" + name + "' is not an allowed attribute");
        }
        if (ADDRESSES.contains(plain) && !isOurs(value)) {
            throw new IllegalArgumentException("an address must be on this server, got '" + value + "'");
        }
    }

    /// Only addresses on this server: `/…` but not `//host`, `?…` and `#…`. Browsers pass over tabs and line ends, so
    /// that there must be none.
    private static boolean isOurs(String address) {
        if (address.chars().anyMatch(c -> c < ' ')) {
            return false;
        }
        return address.startsWith("#")
                || address.startsWith("?")
                || (address.startsWith("/") && !address.startsWith("//") && !address.startsWith("/\\"));
    }
}
