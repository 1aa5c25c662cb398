package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import java.nio.file.Path;
import java.util.Optional;

/// How to sign in to Azure with an identity, as configured. Without a token and a client secret: environment,
/// workload identity, App Service, metadata service of the machine; the first that is set up.
public record AzureSignIn(
        Optional<SecretReference> accessToken,
        Optional<String> tenant,
        Optional<String> client,
        Optional<SecretReference> clientSecret) {
    public static final Option<SecretReference> ACCESS_TOKEN = SecretOption.named("access_token")
            .optional()
            .describedAs(
                    "token for https://storage.azure.com, such as \"command:az account get-access-token --resource "
                            + "https://storage.azure.com --query accessToken -o tsv\"; the program runs again before it expires");

    private static final Option<String> TENANT_ID =
            Option.text("tenant_id").optional().describedAs("tenant of 'client_id'; default: AZURE_TENANT_ID");

    private static final Option<String> CLIENT_ID = Option.text("client_id")
            .optional()
            .describedAs("application or user-assigned managed identity; default: AZURE_CLIENT_ID");

    private static final Option<SecretReference> CLIENT_SECRET = SecretOption.named("client_secret")
            .optional()
            .describedAs("secret of the application 'client_id'; default: AZURE_CLIENT_SECRET");

    public static final Options OPTIONS = Options.of(ACCESS_TOKEN, TENANT_ID, CLIENT_ID, CLIENT_SECRET);

    /// By environment and machine alone.
    public static final AzureSignIn OF_ENVIRONMENT =
            new AzureSignIn(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public static AzureSignIn read(Section section) {
        var read = new AzureSignIn(
                section.find(ACCESS_TOKEN),
                section.find(TENANT_ID),
                section.find(CLIENT_ID),
                section.find(CLIENT_SECRET));
        if (read.clientSecret.isPresent() && (read.client.isEmpty() || read.tenant.isEmpty())) {
            section.problem(CLIENT_SECRET, "needs 'client_id' and 'tenant_id'");
        }
        if (read.tenant.isPresent() && read.client.isEmpty()) {
            section.problem(TENANT_ID, "needs 'client_id'");
        }
        if (read.accessToken.isPresent() && (read.client.isPresent() || read.clientSecret.isPresent())) {
            section.problem(ACCESS_TOKEN, "must not be combined with 'client_id'");
        }
        return read;
    }

    /// Whether any of its keys is set.
    public boolean isConfigured() {
        return accessToken.isPresent() || tenant.isPresent() || client.isPresent() || clientSecret.isPresent();
    }

    /// Chooses the method; only secrets of the settings and the environment are resolved at once.
    public CredentialsProvider<Secret> choose(PluginSetup setup) throws PluginException, InterruptedException {
        return choose(setup, AzureService.STORAGE);
    }

    /// The same for another service.
    public CredentialsProvider<Secret> choose(PluginSetup setup, AzureService service)
            throws PluginException, InterruptedException {
        Time time = setup.time();
        if (accessToken.isPresent()) {
            return AzureToken.of(accessToken.get(), setup).signIn(time);
        }
        Optional<String> tenantId = tenant.or(() -> setup.environment("AZURE_TENANT_ID"));
        Optional<String> clientId = client.or(() -> setup.environment("AZURE_CLIENT_ID"));
        Optional<SecretReference> secret = clientSecret.or(() -> setup.environment("AZURE_CLIENT_SECRET")
                .map(_ -> new SecretReference.Environment("AZURE_CLIENT_SECRET")));
        if (tenantId.isPresent() && clientId.isPresent()) {
            var application = AzureApplication.of(tenantId.get(), clientId.get(), service, setup);
            if (secret.isPresent()) {
                return application.signIn(setup.secret(secret.get()), time);
            }
            Optional<Path> token =
                    setup.environment("AZURE_FEDERATED_TOKEN_FILE").map(Path::of);
            if (token.isPresent()) {
                return application.signIn(token.get(), time);
            }
        }
        return AzureManagedIdentity.of(clientId, service, setup).signIn(time);
    }
}
