package dev.rowan.connectors.azureblob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.cloud.signin.AzureSignIn;
import dev.rowan.connectors.csv.CsvFormat;
import dev.rowan.connectors.format.WritableFormat;
import dev.rowan.testkit.FakeSetup;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobSettingsTest {
    private static final Map<String, Object> LEAST = Map.of("container", "abc", "blob", "x", "format", "jsonl");
    private static final String KEY = "c2VjcmV0IGtleSBvZiAzMiBieXRlcyBmb3IgYSB0ZXN0Lg==";

    private final Problems problems = new Problems();

    @Test
    void readsEveryKeyOfTheSink() {
        Map<String, Object> shared = Map.of(
                "container", "results",
                "blob", "a/b.csv",
                "create_container", true,
                "format", "csv",
                "columns", "a",
                "delimiter", ";",
                "quote", "'",
                "header", false,
                "neutralise_formulas", false);
        var name = new BlobName("results", "a/b.csv");
        URI endpoint = URI.create("https://x.blob.core.windows.net");

        assertThat(sink(shared, Map.of("connection_string", "file:azure.txt")))
                .isEqualTo(new BlobSinkSettings(
                        new AccountReference.Connection(new SecretReference.InFile(Path.of("azure.txt"))),
                        name,
                        CsvFormat.WRITING.mediaType(),
                        true));
        assertThat(sink(shared, Map.of("account_url", endpoint + "/", "sas_token", "command:pass sas"))
                        .account())
                .isEqualTo(
                        new AccountReference.Signed(endpoint, new SecretReference.FromCommand(List.of("pass", "sas"))));
        assertThat(sink(shared, Map.of("account_url", endpoint.toString(), "account_key", "file:key"))
                        .account())
                .isEqualTo(new AccountReference.Keyed(endpoint, new SecretReference.InFile(Path.of("key"))));
        assertThat(sink(shared, Map.of("account_url", endpoint.toString(), "client_id", "mine"))
                        .account())
                .isEqualTo(new AccountReference.Identified(
                        endpoint,
                        new AzureSignIn(Optional.empty(), Optional.empty(), Optional.of("mine"), Optional.empty())));
        assertThat(sink(LEAST, Map.of()).account())
                .isEqualTo(new AccountReference.Connection(
                        new SecretReference.Environment("AZURE_STORAGE_CONNECTION_STRING")));
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void reportsKeysThatDoNotGoTogether() {
        sink(LEAST, Map.of("connection_string", "file:a", "account_url", "https://x.y", "sas_token", "file:b"));
        sink(LEAST, Map.of("client_secret", "file:a"));
        sink(LEAST, Map.of("account_url", "https://x.y", "sas_token", "file:a", "account_key", "file:b"));
        sink(LEAST, Map.of("account_key", "file:b"));
        sink(LEAST, Map.of("account_url", "https://x.y?sv=1&sig=c2VjcmV0", "sas_token", "file:a"));
        sink(LEAST, Map.of("account_url", "ftp://x", "sas_token", "file:a"));
        sink(LEAST, Map.of("columns", "a", "header", true));

        assertThat(problems.list())
                .map(problem -> problem.path() + " " + problem.message())
                .containsExactly(
                        "account_url must not be combined with 'connection_string', which contains the address",
                        "client_secret needs 'client_id' and 'tenant_id'",
                        " an identity needs 'account_url'",
                        "account_url needs one of 'sas_token', 'account_key' and an identity, got several",
                        "account_key needs 'account_url'",
                        "account_url must be without a query; a SAS token belongs in 'sas_token'",
                        "account_url must be an address such as https://NAME.blob.core.windows.net",
                        "columns is for 'format: csv' only",
                        "header is for 'format: csv' only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab", "Reviews", "a--b", "-ab", "a b", "a/b"})
    void refusesNamesThatNoContainerHas(String container) {
        sink(LEAST, Map.of("container", container));
        assertThat(problems.list()).map(Problem::path).containsExactly("container");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a", "a/", "a/../b", "./a", "a\\b", "a\nb", "a."})
    void refusesNamesThatNoBlobHas(String blob) {
        sink(LEAST, Map.of("blob", blob));
        assertThat(problems.list()).map(Problem::path).containsExactly("blob");
    }

    @Test
    void readsConnectionStringsOfEveryKind() throws Exception {
        assertThat(read("DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=" + KEY
                        + ";EndpointSuffix=core.chinacloudapi.cn"))
                .isEqualTo(account("https://acct.blob.core.chinacloudapi.cn", "acct", key()));
        assertThat(read("AccountName=acct;AccountKey=" + KEY))
                .isEqualTo(account("https://acct.blob.core.windows.net", "acct", key()));
        assertThat(read("BlobEndpoint=https://acct.blob.core.windows.net/;SharedAccessSignature=sv=1&sig=ab%2Bcd"))
                .isEqualTo(account(
                        "https://acct.blob.core.windows.net",
                        "acct",
                        new StorageCredential.Sas(Secret.of("text", "sv=1&sig=ab%2Bcd"))));
        assertThat(read("UseDevelopmentStorage=true").endpoint())
                .isEqualTo(URI.create("http://127.0.0.1:10000/devstoreaccount1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AccountName=acct;AccountKey=no%base64!",
                "AccountName=acct;AccountKey=short",
                "AccountKey=" + KEY,
                "BlobEndpoint=https://x.y",
                "BlobEndpoint=https://x.y;SharedAccessSignature=?sig=abc",
                "BlobEndpoint=https://x.y;SharedAccessSignature=sv=1 2&sig=topsecret",
                "BlobEndpoint=https://x y;AccountName=a;AccountKey=" + KEY,
                "secret-without-any-sense"
            })
    void refusesOtherConnectionStringsWithoutShowingThem(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(PluginException.class)
                .hasNoCause()
                .satisfies(e -> assertThat(e.getMessage())
                        .startsWith("text ")
                        .doesNotContain(KEY, "no%base64!", "short;", "topsecret", "without-any"));
    }

    @Test
    void theRunLearnsTheKeyInsideAConnectionString() throws Exception {
        var asked = new ArrayList<SecretReference>();
        var setup = FakeSetup.of(Map.of(AccountReference.VARIABLE, "AccountName=acct;AccountKey=" + KEY));

        sink(LEAST, Map.of()).account().resolve(new PluginSetup() {
            @Override
            public Secret secret(SecretReference reference) throws PluginException, InterruptedException {
                asked.add(reference);
                return setup.secret(reference);
            }

            @Override
            public Optional<String> environment(String name) {
                return setup.environment(name);
            }

            @Override
            public URI simulator() throws PluginException {
                return setup.simulator();
            }

            @Override
            public Wire wire() throws PluginException {
                return setup.wire();
            }

            @Override
            public Time time() {
                return setup.time();
            }

            @Override
            public boolean costCapped() {
                return false;
            }
        });

        assertThat(asked)
                .containsExactly(
                        new SecretReference.Environment(AccountReference.VARIABLE),
                        new SecretReference.Given(Secret.of("any", KEY)));
    }

    private static StorageAccount read(String text) throws PluginException {
        return ConnectionString.read(Secret.of("text", text));
    }

    private static StorageAccount account(String endpoint, String name, StorageCredential access) {
        return new StorageAccount(URI.create(endpoint), name, access);
    }

    private static StorageCredential key() {
        return new StorageCredential.SharedKey(Secret.of("text", KEY));
    }

    private BlobSinkSettings sink(Map<String, Object> options, Map<String, Object> more) {
        var all = new HashMap<>(options);
        all.putAll(more);
        Section section = Section.check(ConfigNode.of(all), BlobSinkSettings.OPTIONS, Path.of(""), problems)
                .orElseThrow();
        return BlobSinkSettings.read(section, WritableFormat.read(section).mediaType());
    }
}
