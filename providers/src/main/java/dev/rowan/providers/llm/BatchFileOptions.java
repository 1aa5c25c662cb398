package dev.rowan.providers.llm;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.providers.bucket.BucketAddress;
import dev.rowan.providers.openai.CompatibleApi.BatchKind;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where batches have their files: at bedrock and vertex a bucket, which AWS reads and writes by a role, at fireworks
/// an account.
record BatchFileOptions(Optional<BucketAddress> bucket, Optional<String> role, Optional<String> account) {
    static final BatchFileOptions NONE = new BatchFileOptions(Optional.empty(), Optional.empty(), Optional.empty());

    static final Option<String> BATCH_BUCKET = Option.text("batch_bucket")
            .optional()
            .describedAs("bucket and prefix for batch files: s3://bucket/prefix (bedrock), gs://bucket/prefix"
                    + " (vertex)");
    static final Option<String> ROLE_ARN = Option.text("role_arn")
            .optional()
            .describedAs("service role that lets bedrock read and write batch_bucket");
    static final Option<String> BATCH_ACCOUNT =
            Option.text("batch_account").optional().describedAs("account at fireworks for batch files");

    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,62}");
    private static final Pattern ROLE = Pattern.compile("arn:aws[a-z-]*:iam::[0-9]{12}:role/.+");

    /// Reads and checks the options for a model of `provider`.
    static BatchFileOptions read(Section options, Provider provider) {
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
        return new BatchFileOptions(bucket, role, account(options, provider));
    }

    private static Optional<String> account(Section options, Provider provider) {
        Optional<String> given = options.find(BATCH_ACCOUNT);
        given.ifPresent(id -> {
            if (!isFireworks(provider)) {
                options.problem(BATCH_ACCOUNT, "must be absent here: only batches of fireworks use an account");
            } else if (!ACCOUNT.matcher(id).matches()) {
                options.problem(BATCH_ACCOUNT, "must be the id of an account, such as my-team, got '" + id + "'");
            }
        });
        return given;
    }

    private static boolean isFireworks(Provider provider) {
        return provider instanceof CompatibleProvider(var api)
                && api.batch().filter(BatchKind.FIREWORKS::equals).isPresent();
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
            case CompatibleProvider _ ->
                isFireworks(provider) && account.isEmpty()
                        ? Optional.of("batch needs 'batch_account', the id of your account, at fireworks")
                        : Optional.empty();
        };
    }
}
