package dev.rowan.simulator.fault;

import dev.rowan.simulator.http.Content;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Invalid bodies of a reply with status 200.
public enum Junk {
    /// A page of some proxy.
    HTML,
    EMPTY,
    /// The answer with a broken sequence of bytes in its last text.
    INVALID_UTF8,
    /// Lists in lists, 100,000 deep.
    DEEP_JSON,
    /// The answer with its first key twice.
    DUPLICATE_KEYS,
    /// The answer with one more field, which is not a number.
    NAN,
    /// The answer in a list.
    WRONG_TYPE;

    private static final int DEPTH = 100_000;

    /// The type that the reply claims.
    public String contentType() {
        return this == HTML ? "text/html" : "application/json";
    }

    /// The replacement of `answer`, a JSON object.
    public Content content(byte[] answer) {
        String text = new String(answer, StandardCharsets.UTF_8);
        return switch (this) {
            case HTML -> Content.of("<html><body><h1>502 Bad Gateway</h1></body></html>\n");
            case EMPTY -> Content.EMPTY;
            case INVALID_UTF8 -> invalidUtf8(answer);
            case DEEP_JSON -> Content.of("[".repeat(DEPTH) + "]".repeat(DEPTH));
            case DUPLICATE_KEYS -> Content.of(text.replaceFirst("^\\{(\"[^\"]*\"):", "{$1:null,$1:"));
            case NAN -> Content.of(text.substring(0, text.length() - 1) + ",\"score\":NaN}");
            case WRONG_TYPE -> Content.of("[" + text + "]");
        };
    }

    private static Content invalidUtf8(byte[] answer) {
        int at = answer.length - 1;
        while (at > 0 && answer[at] != '"') {
            at--;
        }
        var broken = new ByteArrayOutputStream(answer.length + 2);
        broken.write(answer, 0, at);
        broken.write(0xc3);
        broken.write(0x28);
        broken.write(answer, at, answer.length - at);
        return Content.of(broken.toByteArray());
    }
}
