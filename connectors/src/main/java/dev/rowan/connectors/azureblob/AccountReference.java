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

/// Which storage account to use, as the settings say it; what is secret is not there yet.
sealed interface AccountReference {
    String VARIABLE = "AZURE_STORAGE_CONNECTION_STRING";

    Option<SecretReference> CONNECTION_STRING = SecretOption.named("connection_string")
            .optional()
            .describedAs("the storage account with its key or SAS; without it and 'account_url', what the environment"
                    + " variable " + VARIABLE + " holds");

    Option<String> ACCOUNT_URL = Option.text("account_url")
            .optional()
            .describedAs("the account's address, such as https://NAME.blob.core.windows.net, with 'sas_token' or"
                    + " 'account_key', in place of a connection string");

    Option<SecretReference> SAS_TOKEN = SecretOption.named("sas_token")
            .optional()
            .describedAs("a shared access signature for the account, the container or the blob");

    Option<SecretReference> ACCOUNT_KEY =
            SecretOption.named("account_key").optional().describedAs("one of the account's two keys");

    Options OPTIONS = Options.of(CONNECTION_STRING, ACCOUNT_URL, SAS_TOKEN, ACCOUNT_KEY);

    record Connection(SecretReference text) implements AccountReference {}

    record Signed(URI endpoint, SecretReference sas) implements AccountReference {}

    record Keyed(URI endpoint, SecretReference key) implements AccountReference {}

    /// Reads the four keys and reports those that do not go together.
    static AccountReference read(Section section) {
        var byVariable = new Connection(new SecretReference.Environment(VARIABLE));
        Optional<SecretReference> text = section.find(CONNECTION_STRING);
        Optional<String> url = section.find(ACCOUNT_URL);
        Optional<SecretReference> sas = section.find(SAS_TOKEN);
        Optional<SecretReference> key = section.find(ACCOUNT_KEY);
        if (text.isPresent() && url.isPresent()) {
            section.problem(ACCOUNT_URL, "must not stand beside 'connection_string', which holds the address");
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

    /// The account, with its secrets from the run. The run also learns the key or signature inside a connection
    /// string, so that it keeps that out of its record by itself.
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
