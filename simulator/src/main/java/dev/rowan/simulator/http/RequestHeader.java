package dev.rowan.simulator.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A request's line and headers.
record RequestHeader(String method, String target, boolean keepAlive, List<Header> headers) {
    private static final Pattern LINE_END = Pattern.compile("\r?\n");

    /// Parses the header in `bytes` from `from` up to the empty line.
    static RequestHeader parse(byte[] bytes, int from, int to) throws BadRequestException {
        String[] lines = LINE_END.split(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        String[] parts = lines[0].split(" ", -1);
        if (parts.length != 3 || !parts[2].startsWith("HTTP/1.") || !parts[1].startsWith("/")) {
            throw new BadRequestException(400, "the request line must be METHOD /path HTTP/1.1");
        }
        var headers = new ArrayList<Header>(lines.length);
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1) {
                throw new BadRequestException(400, "a header must be NAME: VALUE");
            }
            headers.add(new Header(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).strip()));
        }
        String wish = find(headers, "connection").orElse("").toLowerCase(Locale.ROOT);
        boolean keepAlive = parts[2].equals("HTTP/1.0") ? wish.equals("keep-alive") : !wish.equals("close");
        return new RequestHeader(parts[0], parts[1], keepAlive, headers);
    }

    static Optional<String> find(List<Header> headers, String name) {
        for (Header header : headers) {
            if (header.name().equals(name)) {
                return Optional.of(header.value());
            }
        }
        return Optional.empty();
    }

    Optional<String> header(String name) {
        return find(headers, name);
    }

    boolean isChunked() {
        return header("transfer-encoding")
                .map(how -> how.equalsIgnoreCase("chunked"))
                .orElse(false);
    }

    boolean expectsContinue() {
        return header("expect")
                .map(what -> what.equalsIgnoreCase("100-continue"))
                .orElse(false);
    }

    /// The stated length of the body; 0 when none is stated.
    long contentLength() throws BadRequestException {
        String length = header("content-length").orElse("0");
        try {
            long number = Long.parseLong(length);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // rejected below
        }
        throw new BadRequestException(400, "content-length must be a whole number, got " + length);
    }
}
