package dev.rowan.providers.bucket;

import java.util.Optional;
import java.util.regex.Pattern;

/// A bucket and the prefix of keys in it, such as `s3://bucket/prefix`. The prefix is empty or ends with a slash.
public record BucketAddress(String scheme, String bucket, String prefix) {
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9._-]{2,62}");
    private static final Pattern PREFIX = Pattern.compile("([A-Za-z0-9_=.-]+/)*");
    private static final String AFTER_SCHEME = "://";

    /// Parses `text`; empty if it is not a bucket of this scheme.
    public static Optional<BucketAddress> parse(String text, String scheme) {
        String start = scheme + AFTER_SCHEME;
        if (!text.startsWith(start)) {
            return Optional.empty();
        }
        String rest = text.substring(start.length());
        int slash = rest.indexOf('/');
        String bucket = slash < 0 ? rest : rest.substring(0, slash);
        String prefix = slash < 0 ? "" : rest.substring(slash + 1);
        String whole = prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/";
        return BUCKET.matcher(bucket).matches()
                        && PREFIX.matcher(whole).matches()
                        && !("/" + whole).contains("/./")
                        && !("/" + whole).contains("/../")
                ? Optional.of(new BucketAddress(scheme, bucket, whole))
                : Optional.empty();
    }

    /// The URI of an object or a prefix.
    public String uri(String key) {
        return scheme + AFTER_SCHEME + bucket + "/" + key;
    }

    /// The key in a URI of this bucket.
    public Optional<String> key(String uri) {
        String start = uri("");
        return uri.startsWith(start) ? Optional.of(uri.substring(start.length())) : Optional.empty();
    }
}
