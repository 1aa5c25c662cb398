package dev.rowan.connectors.s3;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.cloud.signin.AwsCredentials;
import dev.rowan.cloud.signin.CredentialsProvider;
import dev.rowan.cloud.signin.GoogleService;
import dev.rowan.cloud.signin.GoogleSignIn;
import dev.rowan.connectors.file.StorageProvider.Location;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/// A bucket of Google Cloud Storage as configured, before secrets are resolved.
record GoogleSettings(S3Location location, Optional<URI> endpoint, boolean anonymous, GoogleSignIn signIn)
        implements BucketSettings {
    static final Options OPTIONS =
            Options.of(S3Settings.ENDPOINT, S3Settings.ANONYMOUS).and(GoogleSignIn.OPTIONS);

    private static final URI SERVICE = URI.create("https://storage.googleapis.com");

    static GoogleSettings read(Location location) {
        Section storage = location.storage();
        var signIn = GoogleSignIn.read(storage);
        if (storage.get(S3Settings.ANONYMOUS) && signIn.isConfigured()) {
            storage.problem(S3Settings.ANONYMOUS, "must not be combined with a credential");
        }
        return new GoogleSettings(
                S3Settings.location(location), S3Settings.endpoint(storage), storage.get(S3Settings.ANONYMOUS), signIn);
    }

    @Override
    public S3Bucket resolve(PluginSetup setup) throws IOException, InterruptedException {
        URI root = URI.create(endpoint.orElse(SERVICE) + "/" + location.bucket());
        return new S3Bucket(S3Dialect.GOOGLE, location, root, authorization(setup), setup.wire(), setup.time());
    }

    private Authorization authorization(PluginSetup setup) throws IOException, InterruptedException {
        if (anonymous) {
            return new Authorization.Anonymous();
        }
        Optional<CredentialsProvider<AwsCredentials>> keys = signIn.keys(setup);
        return keys.isPresent()
                ? new Authorization.Signed(new SignatureV4(S3Dialect.GOOGLE, "auto"), keys.get())
                : new Authorization.Bearer(signIn.tokens(setup, GoogleService.STORAGE));
    }
}
