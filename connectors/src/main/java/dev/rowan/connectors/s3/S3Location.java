package dev.rowan.connectors.s3;

import java.util.Optional;
import java.util.stream.Stream;

/// An object, prefix or pattern in a bucket, such as `s3://bucket/exports/2026-*.csv`.
record S3Location(String scheme, String bucket, String key) {
    private static final int MAX_KEY_BYTES = 1024;

    /// The location that `text` names, which starts with a scheme.
    static S3Location of(String text) {
        int after = text.indexOf("://");
        String rest = text.substring(after + 3);
        int slash = rest.indexOf('/');
        return new S3Location(
                text.substring(0, after),
                slash < 0 ? rest : rest.substring(0, slash),
                slash < 0 ? "" : rest.substring(slash + 1));
    }

    /// What is wrong with it.
    Optional<String> problem() {
        if (bucket.length() < 3
                || bucket.length() > 63
                || !bucket.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || ".-_".indexOf(c) >= 0)
                || ".-".indexOf(bucket.charAt(0)) >= 0) {
            return Optional.of("must name a bucket of 3 to 63 lower case letters, digits, dots and hyphens after "
                    + scheme + "://, got '" + bucket + "'");
        }
        if (key.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > MAX_KEY_BYTES) {
            return Optional.of("must have a key of at most " + MAX_KEY_BYTES + " bytes");
        }
        boolean odd = key.startsWith("/")
                || key.codePoints().anyMatch(Character::isISOControl)
                || Stream.of(key.split("/", -1)).anyMatch(part -> part.equals(".") || part.equals(".."));
        return odd
                ? Optional.of("must be a key without '.', '..', control characters and a slash at its start, got '"
                        + key + "'")
                : Optional.empty();
    }

    S3Location at(String other) {
        return new S3Location(scheme, bucket, other);
    }

    @Override
    public String toString() {
        return scheme + "://" + bucket + "/" + key;
    }
}
