package dev.rowan.providers.llm;

import dev.rowan.api.call.RequestSigner;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.cloud.signin.AwsSignIn;
import dev.rowan.cloud.signin.AzureService;
import dev.rowan.cloud.signin.AzureSignIn;
import dev.rowan.cloud.signin.GoogleService;
import dev.rowan.cloud.signin.GoogleSignIn;
import dev.rowan.providers.http.Hosts;
import dev.rowan.providers.service.IdentitySigner;
import dev.rowan.providers.service.ServiceAccess;
import dev.rowan.providers.service.ServiceLocation;
import dev.rowan.providers.vertex.VertexLocation;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// Access to models with the identity of the environment or the machine instead of a key.
record IdentityAccess(ModelTarget target) {
    private static final String BEDROCK = "bedrock";

    /// The project and the region where none is needed.
    private static final VertexLocation SIMULATED = new VertexLocation("simulated", "us-central1");

    /// Signs in; sends nothing.
    @FunctionalInterface
    private interface Identity {
        RequestSigner signer() throws PluginException, InterruptedException;
    }

    /// The access; empty where a key, the simulator or another provider is used.
    Optional<ServiceAccess> find(PluginSetup setup, ServiceAccess.Wanted wanted)
            throws PluginException, InterruptedException {
        return switch (target.name().provider()) {
            case NativeProvider.AZURE -> target.signIn().isIdentity() ? azure(setup, wanted) : Optional.empty();
            case NativeProvider.BEDROCK -> isSimulated(wanted) ? Optional.empty() : Optional.of(bedrock(setup, wanted));
            case NativeProvider.VERTEX -> isSimulated(wanted) ? Optional.empty() : Optional.of(vertex(setup, wanted));
            case NativeProvider.OPENAI,
                    NativeProvider.ANTHROPIC,
                    NativeProvider.GEMINI,
                    NativeProvider.OPENROUTER,
                    NativeProvider.SIMULATOR -> Optional.empty();
            case CompatibleProvider _ -> Optional.empty();
        };
    }

    private static boolean isSimulated(ServiceAccess.Wanted wanted) {
        return wanted.location()
                .filter(ServiceLocation.Simulator.class::isInstance)
                .isPresent();
    }

    private static Optional<ServiceAccess> azure(PluginSetup setup, ServiceAccess.Wanted wanted)
            throws PluginException, InterruptedException {
        return wanted.found(setup) instanceof ServiceLocation.At(URI base)
                ? Optional.of(ServiceAccess.signed(
                        base,
                        new IdentitySigner.Token(AzureSignIn.OF_ENVIRONMENT.choose(setup, AzureService.COGNITIVE))))
                : Optional.empty();
    }

    /// The address of Bedrock depends on the region. Without a key AWS' usual sources of credentials are used.
    private ServiceAccess bedrock(PluginSetup setup, ServiceAccess.Wanted wanted)
            throws PluginException, InterruptedException {
        String region = awsRegion(setup, given(wanted));
        URI base = given(wanted).orElse(URI.create("https://bedrock-runtime." + region + ".amazonaws.com"));
        return access(
                base,
                awsRegion(base).isPresent(),
                setup,
                wanted,
                () -> new IdentitySigner.Aws(AwsSignIn.OF_ENVIRONMENT.choose(setup), BEDROCK, region, setup.time()));
    }

    private static Optional<URI> given(ServiceAccess.Wanted wanted) {
        return wanted.location()
                .flatMap(at -> at instanceof ServiceLocation.At(URI base) ? Optional.of(base) : Optional.empty());
    }

    /// The region of Bedrock, by the settings, the address `given`, or the environment.
    String awsRegion(PluginSetup setup, Optional<URI> given) throws PluginException {
        Optional<String> named = target.signIn().region().or(() -> given.flatMap(IdentityAccess::awsRegion));
        return (named.isPresent() ? named : AwsSignIn.OF_ENVIRONMENT.region(setup))
                .orElseThrow(() ->
                        new PluginException("needs a region: set 'region' or the environment variable AWS_REGION"));
    }

    /// The region in an address of AWS.
    private static Optional<String> awsRegion(URI base) {
        String host = base.getHost().toLowerCase(Locale.ROOT);
        String[] parts = host.split("\\.", -1);
        return host.endsWith(".amazonaws.com") && parts.length == 4 ? Optional.of(parts[1]) : Optional.empty();
    }

    /// The address of Vertex AI depends on the region. Without a token Google's usual credentials are used.
    private ServiceAccess vertex(PluginSetup setup, ServiceAccess.Wanted wanted)
            throws PluginException, InterruptedException {
        Optional<URI> given = given(wanted);
        URI base = given.orElse(VertexLocation.address(vertexRegion(setup, given)));
        return access(
                base,
                VertexLocation.isOwn(base),
                setup,
                wanted,
                () -> new IdentitySigner.Token(GoogleSignIn.OF_ENVIRONMENT.tokens(setup, GoogleService.PLATFORM)));
    }

    /// The project and region of requests to `base`.
    VertexLocation vertexLocation(PluginSetup setup, URI base) throws PluginException {
        Optional<String> project = target.signIn().project().or(() -> setup.environment("GOOGLE_CLOUD_PROJECT"));
        if (target.isSimulated()) {
            return new VertexLocation(
                    project.orElse(SIMULATED.project()),
                    target.signIn().region().orElse(SIMULATED.region()));
        }
        String region = vertexRegion(setup, Optional.of(base));
        try {
            return new VertexLocation(
                    project.orElseThrow(() -> new PluginException(
                            "needs a project: set 'project' or the environment variable GOOGLE_CLOUD_PROJECT")),
                    region);
        } catch (IllegalArgumentException odd) {
            throw new PluginException(String.valueOf(odd.getMessage()), odd);
        }
    }

    private String vertexRegion(PluginSetup setup, Optional<URI> given) throws PluginException {
        return target.signIn()
                .region()
                .or(() -> given.flatMap(VertexLocation::region))
                .or(() -> setup.environment("GOOGLE_CLOUD_LOCATION"))
                .filter(VertexLocation::isName)
                .orElseThrow(() -> new PluginException(
                        "needs a region: set 'region' or the environment variable GOOGLE_CLOUD_LOCATION, such as"
                                + " us-central1 or global"));
    }

    /// Access with a key, if there is one and no identity is asked for; else with the identity. A key of the
    /// environment goes to the provider's own addresses (`isOwn`) and to localhost only.
    private ServiceAccess access(
            URI base, boolean isOwn, PluginSetup setup, ServiceAccess.Wanted wanted, Identity identity)
            throws PluginException, InterruptedException {
        boolean hasKey = wanted.key().isPresent()
                || wanted.defaults().keyVariables().stream()
                        .anyMatch(variable -> setup.environment(variable).isPresent());
        boolean isKey =
                target.signIn().way().filter(SignInOptions.Way.KEY::equals).isPresent();
        if (target.signIn().isIdentity() || !(hasKey || isKey)) {
            return ServiceAccess.signed(base, identity.signer());
        }
        if (wanted.key().isEmpty() && !isOwn && !Hosts.isLoopback(base.getHost())) {
            throw new PluginException("'" + wanted.locationOption() + "' is not an address of "
                    + target.name().provider().word() + ": set 'api_key' to the key that it should receive");
        }
        var at = new ServiceAccess.Wanted(
                Optional.of(new ServiceLocation.At(base)),
                wanted.key(),
                wanted.defaults(),
                wanted.locationOption(),
                wanted.keyOption());
        return at.find(setup);
    }
}
