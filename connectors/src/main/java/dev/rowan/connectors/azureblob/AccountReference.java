package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.cloud.signin.AzureSignIn;
import java.net.URI;
import java.util.Optional;

/// A storage account as configured, before secrets are resolved.
sealed interface AccountReference {
    String VARIABLE = "AZURE_STORAGE_CONNECTION_STRING";

    Option<SecretReference> CONNECTION_STRING = SecretOption.named("connection_string")
            .optional()
            .describedAs("connection string with a key or SAS; default without 'account_url': environment variable "
                    + VARIABLE);

    Option<String> ACCOUNT_URL = Option.text("account_url")
            .optional()
            .describedAs("account URL, such as https://NAME.blob.core.windows.net, used with 'sas_token', "
                    + "'account_key' or an identity instead of a connection string");

    Option<SecretReference> SAS_TOKEN = SecretOption.named("sas_token")
            .optional()
            .describedAs("shared access signature of the account, the container or the blob");

    Option<SecretReference> ACCOUNT_KEY =
            SecretOption.named("account_key").optional().describedAs("account key");

    Options OPTIONS =
            Options.of(CONNECTION_STRING, ACCOUNT_URL, SAS_TOKEN, ACCOUNT_KEY).and(AzureSignIn.OPTIONS);

    record Connection(SecretReference text) implements AccountReference {}

    record Signed(URI endpoint, SecretReference sas) implements AccountReference {}

    record Keyed(URI endpoint, SecretReference key) implements AccountReference {}

    record Identified(URI endpoint, AzureSignIn signIn) implements AccountReference {}

    /// Reads the keys and reports invalid combinations.
    static AccountReference read(Section section) {
        var byVariable = new Connection(new SecretReference.Environment(VARIABLE));
        Optional<SecretReference> text = section.find(CONNECTION_STRING);
        Optional<String> url = section.find(ACCOUNT_URL);
        Optional<SecretReference> sas = section.find(SAS_TOKEN);
        Optional<SecretReference> key = section.find(ACCOUNT_KEY);
        AzureSignIn identity = AzureSignIn.read(section);
        if (text.isPresent() && url.isPresent()) {
            section.problem(ACCOUNT_URL, "must not be combined with 'connection_string', which contains the address");
        }
        if (url.isEmpty()) {
            sas.ifPresent(_ -> section.problem(SAS_TOKEN, "needs 'account_url'"));
            key.ifPresent(_ -> section.problem(ACCOUNT_KEY, "needs 'account_url'"));
            if (identity.isConfigured()) {
                section.problem(AzureSignIn.ACCESS_TOKEN, "an identity needs 'account_url'");
            }
            return text.map(Connection::new).orElse(byVariable);
        }
        if ((sas.isPresent() ? 1 : 0) + (key.isPresent() ? 1 : 0) + (identity.isConfigured() ? 1 : 0) > 1) {
            section.problem(ACCOUNT_URL, "needs one of 'sas_token', 'account_key' and an identity, got several");
            return byVariable;
        }
        return switch (StorageAccount.Endpoint.of(url.get())) {
            case StorageAccount.Endpoint.Valid(var uri) ->
                sas.<AccountReference>map(s -> new Signed(uri, s))
                        .or(() -> key.map(k -> new Keyed(uri, k)))
                        .orElseGet(() -> new Identified(uri, identity));
            case StorageAccount.Endpoint.Wrong(var mustHold) -> {
                section.problem(ACCOUNT_URL, mustHold);
                yield byVariable;
            }
        };
    }

    /// Resolves the account's secrets. The key or signature inside a connection string is registered with the run,
    /// so that it is redacted.
    default StorageAccount resolve(PluginSetup setup) throws PluginException, InterruptedException {
        StorageAccount account = read(setup);
        Optional<Secret> secret = account.access().secret();
        if (secret.isPresent()) {
            setup.secret(new SecretReference.Given(secret.get()));
        }
        return account;
    }

    private StorageAccount read(PluginSetup setup) throws PluginException, InterruptedException {
        return switch (this) {
            case Connection(var text) -> ConnectionString.read(setup.secret(text));
            case Signed(var endpoint, var sas) ->
                new StorageAccount(
                        endpoint,
                        StorageAccount.nameIn(endpoint).orElse(""),
                        StorageCredential.Sas.of(setup.secret(sas)));
            case Keyed(var endpoint, var key) ->
                new StorageAccount(
                        endpoint,
                        StorageAccount.nameIn(endpoint)
                                .orElseThrow(() -> new PluginException("'account_url' must name the account, such as"
                                        + " https://NAME.blob.core.windows.net, got " + endpoint)),
                        StorageCredential.SharedKey.of(setup.secret(key)));
            case Identified(var endpoint, var signIn) ->
                new StorageAccount(
                        endpoint,
                        StorageAccount.nameIn(endpoint).orElse(""),
                        new StorageCredential.Identity(signIn.choose(setup)));
        };
    }
}
