package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;

/// A blob within an account.
record BlobName(String container, String blob) {
    static final Option<String> CONTAINER = Option.text("container").describedAs("container of the blob");

    static final Option<String> BLOB = Option.text("blob").describedAs("name of the blob, such as reviews/2026-11.csv");

    static final Options OPTIONS = Options.of(CONTAINER, BLOB);

    private static final int MAX_LENGTH = 1024;
    private static final String UNRESERVED = "-._~/";

    static BlobName read(Section section) {
        var name = new BlobName(section.get(CONTAINER), section.get(BLOB));
        if (!isContainer(name.container)) {
            section.problem(
                    CONTAINER,
                    "must be 3 to 63 lower case letters, digits and single hyphens, got '" + name.container + "'");
        }
        name.wrongBlob().ifPresent(rule -> section.problem(BLOB, rule + ", got '" + name.blob + "'"));
        return name;
    }

    private static boolean isContainer(String text) {
        String plain = text.startsWith("$") ? text.substring(1) : text;
        return plain.length() >= 3
                && plain.length() <= 63
                && plain.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')
                && !plain.startsWith("-")
                && !plain.endsWith("-")
                && !plain.contains("--");
    }

    private Optional<String> wrongBlob() {
        if (blob.isEmpty() || blob.length() > MAX_LENGTH) {
            return Optional.of("must have 1 to " + MAX_LENGTH + " characters");
        }
        if (blob.startsWith("/") || blob.endsWith("/") || blob.endsWith(".")) {
            return Optional.of("must not begin with a slash nor end with a slash or a full stop");
        }
        if (blob.codePoints().anyMatch(c -> Character.isISOControl(c) || c == '\\')) {
            return Optional.of("must be without control characters and backslashes");
        }
        boolean dots = Stream.of(blob.split("/", -1)).anyMatch(part -> part.equals(".") || part.equals(".."));
        return dots ? Optional.of("must be without the parts '.' and '..'") : Optional.empty();
    }

    /// The blob with `number` in the place of `{n}`.
    BlobName numbered(int number) {
        return new BlobName(container, blob.replace("{n}", String.valueOf(number)));
    }

    /// The blob's name, encoded for an address.
    String encoded() {
        var encoded = new StringBuilder();
        for (byte b : blob.getBytes(StandardCharsets.UTF_8)) {
            if ((b >= 0 && Character.isLetterOrDigit(b)) || UNRESERVED.indexOf(b) >= 0) {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return encoded.toString();
    }
}
