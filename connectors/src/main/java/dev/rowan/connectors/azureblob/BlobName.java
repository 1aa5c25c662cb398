package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.cloud.request.PercentEncoding;
import dev.rowan.connectors.file.KeyGlob;
import java.util.Optional;
import java.util.stream.Stream;

/// A blob within an account.
record BlobName(String container, String blob) {
    static final Option<String> CONTAINER = Option.text("container").describedAs("container of the blob");

    static final Option<String> BLOB = Option.text("blob")
            .describedAs(
                    "name of the blob, such as reviews/2026-11.csv; of a source also a pattern such as reviews/*.csv");

    static final Options OPTIONS = Options.of(CONTAINER, BLOB);

    private static final int MAX_LENGTH = 1024;

    /// The name of a source's blob, or a prefix or pattern of several.
    static BlobName readSource(Section section) {
        return read(section, true);
    }

    static BlobName read(Section section) {
        return read(section, false);
    }

    private static BlobName read(Section section, boolean several) {
        var name = new BlobName(section.get(CONTAINER), section.get(BLOB));
        name.wrongContainer().ifPresent(rule -> section.problem(CONTAINER, rule));
        name.wrongBlob(several).ifPresent(rule -> section.problem(BLOB, rule + ", got '" + name.blob + "'"));
        if (several) {
            KeyGlob.problem(name.blob).ifPresent(rule -> section.problem(BLOB, rule));
        }
        return name;
    }

    /// The blob that `path`, such as az://container/blob, names.
    static BlobName of(String path) {
        String rest = path.substring(path.indexOf("://") + 3);
        int slash = rest.indexOf('/');
        return slash < 0 ? new BlobName(rest, "") : new BlobName(rest.substring(0, slash), rest.substring(slash + 1));
    }

    /// What is wrong with it as one blob.
    Optional<String> problem() {
        return wrongContainer()
                .map(rule -> "container " + rule)
                .or(() -> wrongBlob(false).map(rule -> "blob " + rule));
    }

    /// What is wrong with it as a blob, prefix or pattern.
    Optional<String> problemToRead() {
        return wrongContainer()
                .map(rule -> "container " + rule)
                .or(() -> wrongBlob(true).map(rule -> "blob " + rule));
    }

    private Optional<String> wrongContainer() {
        return isContainer(container)
                ? Optional.empty()
                : Optional.of("must be 3 to 63 lower case letters, digits and single hyphens, got '" + container + "'");
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

    private Optional<String> wrongBlob(boolean several) {
        if ((blob.isEmpty() && !several) || blob.length() > MAX_LENGTH) {
            return Optional.of("must have 1 to " + MAX_LENGTH + " characters");
        }
        if (blob.startsWith("/") || (blob.endsWith("/") && !several) || blob.endsWith(".")) {
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
        return PercentEncoding.path(blob);
    }

    BlobName at(String other) {
        return new BlobName(container, other);
    }
}
