package dev.rowan.providers.llm;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.providers.bucket.BucketAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where batches of bedrock and vertex have their files, and the role by which AWS reads and writes them.
record BucketOptions(Optional<BucketAddress> bucket, Optional<String> role) {
    static final BucketOptions NONE = new BucketOptions(Optional.empty(), Optional.empty());

    static final Option<String> BATCH_BUCKET = Option.text("batch_bucket")
            .optional()
            .describedAs("bucket and prefix for batch files: s3://bucket/prefix (bedrock), gs://bucket/prefix"
                    + " (vertex)");
    static final Option<String> ROLE_ARN = Option.text("role_arn")
            .optional()
            .describedAs("service role that lets bedrock read and write batch_bucket");

    private static final Pattern ROLE = Pattern.compile("arn:aws[a-z-]*:iam::[0-9]{12}:role/.+");

    /// Reads and checks the options for a model of `provider`.
    static BucketOptions read(Section options, Provider provider) {
        Optional<String> given = options.find(BATCH_BUCKET);
        Optional<String> role = options.find(ROLE_ARN);
        boolean isBedrock = provider == NativeProvider.BEDROCK;
        boolean hasBucket = isBedrock || provider == NativeProvider.VERTEX;
        if (given.isPresent() && !hasBucket) {
            options.problem(BATCH_BUCKET, "must be absent here: only batches of bedrock and vertex use a bucket");
        }
        role.ifPresent(arn -> {
            if (!isBedrock) {
                options.problem(ROLE_ARN, "must be absent here: only bedrock uses a role");
            } else if (!ROLE.matcher(arn).matches()) {
                options.problem(
                        ROLE_ARN, "must be an ARN such as arn:aws:iam::123456789012:role/name, got '" + arn + "'");
            }
        });
        String scheme = isBedrock ? "s3" : "gs";
        Optional<BucketAddress> bucket = given.flatMap(text -> BucketAddress.parse(text, scheme));
        if (given.isPresent() && bucket.isEmpty() && hasBucket) {
            options.problem(
                    BATCH_BUCKET,
                    "must be " + scheme + "://bucket/prefix at " + provider.word() + ", got '" + given.get() + "'");
        }
        return new BucketOptions(bucket, role);
    }

    /// What is missing for batches of `provider`.
    Optional<String> problem(Provider provider) {
        return switch (provider) {
            case NativeProvider.BEDROCK ->
                bucket.isPresent() && role.isPresent()
                        ? Optional.empty()
                        : Optional.of("batch needs 'batch_bucket: s3://bucket/prefix' and 'role_arn' at bedrock");
            case NativeProvider.VERTEX ->
                bucket.isPresent()
                        ? Optional.empty()
                        : Optional.of("batch needs 'batch_bucket: gs://bucket/prefix' at vertex");
            case NativeProvider _ -> Optional.empty();
            case CompatibleProvider _ -> Optional.empty();
        };
    }
}
