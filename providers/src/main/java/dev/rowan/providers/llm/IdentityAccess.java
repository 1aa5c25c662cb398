package dev.rowan.providers.llm;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.cloud.signin.AwsSignIn;
import dev.rowan.cloud.signin.AzureService;
import dev.rowan.cloud.signin.AzureSignIn;
import dev.rowan.providers.http.Hosts;
import dev.rowan.providers.service.IdentitySigner;
import dev.rowan.providers.service.ServiceAccess;
import dev.rowan.providers.service.ServiceLocation;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// Access to models with the identity of the environment or the machine instead of a key.
record IdentityAccess(ModelTarget target) {
    private static final String BEDROCK = "bedrock";

    /// The access; empty where a key, the simulator or another provider is used.
    Optional<ServiceAccess> find(PluginSetup setup, ServiceAccess.Wanted wanted)
            throws PluginException, InterruptedException {
        return switch (target.name().provider()) {
            case NativeProvider.AZURE -> target.signIn().isIdentity() ? azure(setup, wanted) : Optional.empty();
            case NativeProvider.BEDROCK -> bedrock(setup, wanted);
            case NativeProvider.OPENAI,
                    NativeProvider.ANTHROPIC,
                    NativeProvider.GEMINI,
                    NativeProvider.OPENROUTER,
                    NativeProvider.SIMULATOR -> Optional.empty();
            case CompatibleProvider _ -> Optional.empty();
        };
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
    private Optional<ServiceAccess> bedrock(PluginSetup setup, ServiceAccess.Wanted wanted)
            throws PluginException, InterruptedException {
        if (wanted.location()
                .filter(ServiceLocation.Simulator.class::isInstance)
                .isPresent()) {
            return Optional.empty();
        }
        var signIn = new AwsSignIn(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        Optional<String> named = target.signIn().region();
        Optional<URI> given = wanted.location()
                .flatMap(at -> at instanceof ServiceLocation.At(URI base) ? Optional.of(base) : Optional.empty());
        String region = named.or(() -> given.flatMap(IdentityAccess::region))
                .or(() -> setup.environment("AWS_REGION"))
                .or(() -> setup.environment("AWS_DEFAULT_REGION"))
                .orElse("");
        if (region.isEmpty()) {
            region = signIn.region(setup)
                    .orElseThrow(() ->
                            new PluginException("needs a region: set 'region' or the environment variable AWS_REGION"));
        }
        URI base = given.orElse(URI.create("https://bedrock-runtime." + region + ".amazonaws.com"));
        boolean hasKey = wanted.key().isPresent()
                || wanted.defaults().keyVariables().stream()
                        .anyMatch(variable -> setup.environment(variable).isPresent());
        boolean isKey =
                target.signIn().way().filter(SignInOptions.Way.KEY::equals).isPresent();
        if (!target.signIn().isIdentity() && (hasKey || isKey)) {
            if (wanted.key().isEmpty() && region(base).isEmpty() && !Hosts.isLoopback(base.getHost())) {
                throw new PluginException("'" + wanted.locationOption()
                        + "' is not an address of bedrock: set 'api_key' to say which key it is to get");
            }
            var at = new ServiceAccess.Wanted(
                    Optional.of(new ServiceLocation.At(base)),
                    wanted.key(),
                    wanted.defaults(),
                    wanted.locationOption(),
                    wanted.keyOption());
            return Optional.of(at.find(setup));
        }
        return Optional.of(ServiceAccess.signed(
                base, new IdentitySigner.Aws(signIn.choose(setup), BEDROCK, region, setup.time())));
    }

    /// The region in an address of AWS.
    private static Optional<String> region(URI base) {
        String host = base.getHost().toLowerCase(Locale.ROOT);
        String[] parts = host.split("\\.", -1);
        return host.endsWith(".amazonaws.com") && parts.length == 4 ? Optional.of(parts[1]) : Optional.empty();
    }
}
