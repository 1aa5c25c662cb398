package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
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
            .describedAs("account URL, such as https://NAME.blob.core.windows.net, used with 'sas_token' or "
                    + "'account_key' instead of a connection string");

    Option<SecretReference> SAS_TOKEN = SecretOption.named("sas_token")
            .optional()
            .describedAs("shared access signature of the account, the container or the blob");

    Option<SecretReference> ACCOUNT_KEY =
            SecretOption.named("account_key").optional().describedAs("account key");

    Options OPTIONS = Options.of(CONNECTION_STRING, ACCOUNT_URL, SAS_TOKEN, ACCOUNT_KEY);

    record Connection(SecretReference text) implements AccountReference {}

    record Signed(URI endpoint, SecretReference sas) implements AccountReference {}

    record Keyed(URI endpoint, SecretReference key) implements AccountReference {}

    /// Reads the four keys and reports invalid combinations.
    static AccountReference read(Section section) {
        var byVariable = new Connection(new SecretReference.Environment(VARIABLE));
        Optional<SecretReference> text = section.find(CONNECTION_STRING);
        Optional<String> url = section.find(ACCOUNT_URL);
        Optional<SecretReference> sas = section.find(SAS_TOKEN);
        Optional<SecretReference> key = section.find(ACCOUNT_KEY);
        if (text.isPresent() && url.isPresent()) {
            section.problem(ACCOUNT_URL, "must not be combined with 'connection_string', which contains the address");
        }
        if (url.isEmpty()) {
            sas.ifPresent(_ -> section.problem(SAS_TOKEN, "needs 'account_url'"));
            key.ifPresent(_ -> section.problem(ACCOUNT_KEY, "needs 'account_url'"));
            return text.map(Connection::new).orElse(byVariable);
        }
        if (sas.isPresent() == key.isPresent()) {
            section.problem(
                    ACCOUNT_URL,
                    "needs either 'sas_token' or 'account_key', got " + (sas.isPresent() ? "both" : "neither"));
            return byVariable;
        }
        return switch (StorageAccount.Endpoint.of(url.get())) {
            case StorageAccount.Endpoint.Valid(var uri) ->
                sas.<AccountReference>map(s -> new Signed(uri, s)).orElseGet(() -> new Keyed(uri, key.orElseThrow()));
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
        setup.secret(new SecretReference.Given(account.access().secret()));
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
        };
    }
}
