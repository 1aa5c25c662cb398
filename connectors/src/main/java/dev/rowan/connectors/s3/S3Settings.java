package dev.rowan.connectors.s3;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.cloud.signin.AwsSignIn;
import dev.rowan.connectors.file.StorageProvider.Location;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/// An S3 bucket as configured, before secrets are resolved.
record S3Settings(
        S3Location location,
        Optional<URI> endpoint,
        Optional<String> region,
        Optional<Boolean> pathStyle,
        boolean anonymous,
        AwsSignIn signIn)
        implements BucketSettings {
    static final Option<String> ENDPOINT = Option.text("endpoint")
            .optional()
            .describedAs("address of the service, such as https://minio.example.com; default: the cloud's own");

    private static final Option<String> REGION = Option.text("region")
            .optional()
            .describedAs("region of the bucket; default: AWS_REGION, the profile's, or us-east-1");

    private static final Option<Boolean> PATH_STYLE = Option.bool("path_style")
            .optional()
            .describedAs(
                    "whether the bucket is in the path instead of the host name; default: true if 'endpoint' is set");

    static final Option<Boolean> ANONYMOUS =
            Option.bool("anonymous").orElse(false).describedAs("whether to send no credential, for public objects");

    static final Options OPTIONS =
            Options.of(ENDPOINT, REGION, PATH_STYLE, ANONYMOUS).and(AwsSignIn.OPTIONS);

    static S3Settings read(Location location) {
        Section storage = location.storage();
        var signIn = AwsSignIn.read(storage);
        if (storage.get(ANONYMOUS)
                && (signIn.keyId().isPresent() || signIn.profile().isPresent())) {
            storage.problem(ANONYMOUS, "must not be combined with a credential");
        }
        return new S3Settings(
                location(location),
                endpoint(storage),
                storage.find(REGION),
                storage.find(PATH_STYLE),
                storage.get(ANONYMOUS),
                signIn);
    }

    static S3Location location(Location location) {
        var read = S3Location.of(location.path());
        read.problem().ifPresent(location.problems()::add);
        return read;
    }

    static Optional<URI> endpoint(Section storage) {
        Optional<String> text = storage.find(ENDPOINT);
        Optional<URI> uri = text.flatMap(S3Settings::uri);
        if (text.isPresent() && uri.isEmpty()) {
            storage.problem(ENDPOINT, "must be a URL such as https://minio.example.com, got '" + text.get() + "'");
        }
        return uri;
    }

    private static Optional<URI> uri(String text) {
        try {
            URI uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean web = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
            boolean plain = uri.getUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
            return web && uri.getHost() != null && plain ? Optional.of(uri) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    @Override
    public S3Bucket resolve(PluginSetup setup) throws IOException, InterruptedException {
        String name = region.isPresent() ? region.get() : signIn.region(setup).orElse("us-east-1");
        Optional<URI> service = endpoint;
        if (service.isEmpty()) {
            Optional<String> set =
                    setup.environment("AWS_ENDPOINT_URL_S3").or(() -> setup.environment("AWS_ENDPOINT_URL"));
            service = set.flatMap(S3Settings::uri);
            if (set.isPresent() && service.isEmpty()) {
                throw new PluginException("AWS_ENDPOINT_URL_S3 must be an address, got '" + set.get() + "'");
            }
        }
        Authorization authorization = anonymous
                ? new Authorization.Anonymous()
                : new Authorization.Signed(new SignatureV4(S3Dialect.S3, name), signIn.choose(setup));
        return new S3Bucket(S3Dialect.S3, location, root(service, name), authorization, setup.wire(), setup.time());
    }

    private URI root(Optional<URI> service, String name) {
        URI usual = URI.create("https://s3." + name + ".amazonaws.com" + (name.startsWith("cn-") ? ".cn" : ""));
        URI base = service.orElse(usual);
        boolean inPath =
                pathStyle.orElse(service.isPresent() || location.bucket().contains("."));
        return inPath
                ? URI.create(base + "/" + location.bucket())
                : URI.create(base.getScheme() + "://" + location.bucket() + "." + base.getRawAuthority()
                        + base.getRawPath());
    }
}
