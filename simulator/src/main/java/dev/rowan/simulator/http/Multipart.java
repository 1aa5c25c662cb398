package dev.rowan.simulator.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The parts of a `multipart/form-data` body; their bytes stay where they are.
public record Multipart(List<Part> parts) {
    private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";]+)\"?");
    private static final Pattern NAME = Pattern.compile("[; ]name=\"([^\"]*)\"");
    private static final Pattern FILE_NAME = Pattern.compile("filename=\"([^\"]*)\"");

    /// One field of a form.
    public record Part(String name, Optional<String> fileName, Slice content) {
        public String text() {
            return new String(content.copy(0, (int) content.length()), StandardCharsets.UTF_8);
        }
    }

    /// The form that `request` carries; empty when it carries none.
    public static Optional<Multipart> of(HttpRequest request) {
        Matcher boundary = BOUNDARY.matcher(request.header("content-type").orElse(""));
        if (!request.header("content-type").orElse("").startsWith("multipart/form-data") || !boundary.find()) {
            return Optional.empty();
        }
        byte[] mark = ("--" + boundary.group(1)).getBytes(StandardCharsets.ISO_8859_1);
        byte[] body = request.body();
        var parts = new ArrayList<Part>();
        int at = find(body, mark, 0);
        while (at >= 0) {
            int next = find(body, mark, at + mark.length);
            if (next < 0) {
                break;
            }
            part(body, at + mark.length, next).ifPresent(parts::add);
            at = next;
        }
        return Optional.of(new Multipart(parts));
    }

    private static Optional<Part> part(byte[] body, int from, int to) {
        int empty = find(body, "\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1), from);
        if (empty < 0 || empty >= to) {
            return Optional.empty();
        }
        String head = new String(body, from, empty - from, StandardCharsets.UTF_8);
        Matcher name = NAME.matcher(head);
        Matcher file = FILE_NAME.matcher(head);
        return name.find()
                ? Optional.of(new Part(
                        name.group(1),
                        file.find() ? Optional.of(file.group(1)) : Optional.empty(),
                        new Slice(body, empty + 4, Math.max(empty + 4, to - 2))))
                : Optional.empty();
    }

    private static int find(byte[] body, byte[] wanted, int from) {
        for (int at = from; at <= body.length - wanted.length; at++) {
            if (body[at] == wanted[0] && matches(body, wanted, at)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean matches(byte[] body, byte[] wanted, int at) {
        for (int i = 1; i < wanted.length; i++) {
            if (body[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    public Optional<Part> part(String name) {
        return parts.stream().filter(part -> part.name().equals(name)).findFirst();
    }

    public Optional<String> text(String name) {
        return part(name).map(Part::text);
    }
}
