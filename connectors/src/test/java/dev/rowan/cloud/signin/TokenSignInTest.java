package dev.rowan.cloud.signin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.cloud.signin.FakeService.Reply;
import dev.rowan.connectors.storage.WireSetup;
import dev.rowan.json.JsonObject;
import dev.rowan.testkit.FakeTime;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tokens of Azure and Google, from services on this machine.
class TokenSignInTest {
    private static final AzureSignIn AZURE =
            new AzureSignIn(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    private static final GoogleSignIn GOOGLE = new GoogleSignIn(Optional.empty(), Optional.empty(), Optional.empty());

    private final FakeTime time = new FakeTime();

    @TempDir
    private Path folder;

    @Test
    void azureTakesAClientSecret() throws Exception {
        try (var entra = new FakeService(_ -> bearer())) {
            CredentialsProvider<Secret> signIn = AZURE.choose(setup(Map.of(
                    "AZURE_TENANT_ID", "tenant",
                    "AZURE_CLIENT_ID", "client",
                    "AZURE_CLIENT_SECRET", "secret-of-client",
                    "AZURE_AUTHORITY_HOST", entra.address().toString())));

            assertThat(signIn.method()).isEqualTo("client secret of client");
            assertThat(signIn.credential().inClear()).isEqualTo("the-access-token");
            assertThat(entra.requests().getFirst().line()).isEqualTo("POST /tenant/oauth2/v2.0/token");
            assertThat(entra.requests().getFirst().body())
                    .contains("client_secret=secret-of-client", "scope=https%3A%2F%2Fstorage.azure.com%2F.default");
            time.advance(Duration.ofMinutes(56));
            signIn.credential();
            assertThat(entra.requests()).as("renewed before it expires").hasSize(2);
        }
    }

    @Test
    void azureTakesAWorkloadIdentity() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "the.federated.token");
        try (var entra = new FakeService(_ -> bearer())) {
            CredentialsProvider<Secret> signIn = AZURE.choose(setup(Map.of(
                    "AZURE_TENANT_ID",
                    "tenant",
                    "AZURE_CLIENT_ID",
                    "client",
                    "AZURE_FEDERATED_TOKEN_FILE",
                    token.toString(),
                    "AZURE_AUTHORITY_HOST",
                    entra.address().toString())));

            assertThat(signIn.method()).isEqualTo("workload identity client");
            signIn.credential();
            assertThat(entra.requests().getFirst().body()).contains("client_assertion=the.federated.token");
        }
    }

    @Test
    void azureAsksAppServiceAndTheMachine() throws Exception {
        try (var service = new FakeService(_ ->
                new Reply(200, """
                    {"access_token":"the-access-token","expires_on":"%d"}\
                    """.formatted(time.instant().plusSeconds(3_600).getEpochSecond())))) {
            CredentialsProvider<Secret> app = AZURE.choose(setup(Map.of(
                    "IDENTITY_ENDPOINT", service.address() + "/msi/token", "IDENTITY_HEADER", "header-of-identity")));
            assertThat(app.method()).isEqualTo("managed identity (App Service)");
            assertThat(app.credential().inClear()).isEqualTo("the-access-token");
            assertThat(service.requests().getFirst().headers()).contains("x-identity-header: header-of-identity");

            CredentialsProvider<Secret> machine = AZURE.choose(setup(Map.of(
                    "AZURE_POD_IDENTITY_AUTHORITY_HOST", service.address().toString(), "AZURE_CLIENT_ID", "mine")));
            assertThat(machine.method()).isEqualTo("managed identity");
            machine.credential();
            assertThat(service.requests().getLast().line())
                    .startsWith("GET /metadata/identity/oauth2/token?api-version=2018-02-01&client_id=mine&resource=");
            assertThat(service.requests().getLast().headers()).contains("metadata: true");
        }
    }

    @Test
    void azureRunsAProgramAgainBeforeItsTokenExpires() throws Exception {
        String payload = Base64.getUrlEncoder()
                .encodeToString(
                        ("{\"exp\":" + time.instant().plusSeconds(3_600).getEpochSecond() + "}").getBytes(UTF_8));
        Path printed = Files.writeString(folder.resolve("token"), "e30." + payload + ".sig\n");
        var by = new AzureSignIn(
                Optional.of(new SecretReference.FromCommand(List.of("cat", printed.toString()))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        CredentialsProvider<Secret> signIn = by.choose(setup(Map.of()));

        assertThat(signIn.method()).isEqualTo("token from command:cat");
        assertThat(signIn.credential().inClear()).startsWith("e30.");
        Files.writeString(printed, "another-token");
        assertThat(signIn.credential().inClear()).startsWith("e30.");
        time.advance(Duration.ofMinutes(56));
        assertThat(signIn.credential().inClear()).isEqualTo("another-token");
    }

    @Test
    void googleExchangesASignedAssertion() throws Exception {
        KeyPair pair = keys();
        try (var tokens = new FakeService(_ -> bearer())) {
            Path key = serviceAccount(pair, tokens);
            CredentialsProvider<Secret> signIn = GOOGLE.tokens(
                    setup(Map.of("GOOGLE_APPLICATION_CREDENTIALS", key.toString())), GoogleService.STORAGE);

            assertThat(signIn.method()).isEqualTo("service account rowan@project.iam.gserviceaccount.com");
            assertThat(signIn.credential().inClear()).isEqualTo("the-access-token");
            String body = tokens.requests().getFirst().body();
            String[] jwt = URLDecoder.decode(body.replaceFirst("&.*", "").substring("assertion=".length()), UTF_8)
                    .split("\\.", -1);
            Signature verifier = Signature.getInstance("SHA256withRSA");
            verifier.initVerify(pair.getPublic());
            verifier.update((jwt[0] + "." + jwt[1]).getBytes(UTF_8));
            assertThat(verifier.verify(Base64.getUrlDecoder().decode(jwt[2]))).isTrue();
        }
    }

    @Test
    void googleAsksTheMetadataService() throws Exception {
        try (var metadata = new FakeService(_ -> bearer())) {
            CredentialsProvider<Secret> signIn = GOOGLE.tokens(
                    setup(Map.of("GCE_METADATA_HOST", metadata.address().getRawAuthority())), GoogleService.STORAGE);
            assertThat(signIn.credential().inClear()).isEqualTo("the-access-token");
            assertThat(metadata.requests().getFirst().headers()).contains("metadata-flavor: Google");
        }
    }

    @Test
    void googleExchangesATokenOfAnotherProviderAndImpersonatesAnAccount() throws Exception {
        Path subject = Files.writeString(folder.resolve("subject"), "{\"id_token\":\"the-subject-token\"}");
        try (var google = new FakeService(request -> request.line().startsWith("POST /sts")
                ? bearer()
                : new Reply(200, "{\"accessToken\":\"of-the-account\",\"expireTime\":\"2100-01-01T00:00:00Z\"}"))) {
            Path file = Files.writeString(
                    folder.resolve("external.json"),
                    JsonObject.object()
                            .put("type", "external_account")
                            .put("audience", "//iam.googleapis.com/pools/p/providers/q")
                            .put("subject_token_type", "urn:ietf:params:oauth:token-type:jwt")
                            .put("token_url", google.address() + "/sts")
                            .put("service_account_impersonation_url", google.address() + "/account:generateAccessToken")
                            .put(
                                    "credential_source",
                                    Map.of(
                                            "file",
                                            subject.toString(),
                                            "format",
                                            Map.of("type", "json", "subject_token_field_name", "id_token")))
                            .line());
            CredentialsProvider<Secret> signIn = GOOGLE.tokens(
                    setup(Map.of("GOOGLE_APPLICATION_CREDENTIALS", file.toString())), GoogleService.PLATFORM);

            assertThat(signIn.method()).isEqualTo("workload identity federation");
            assertThat(signIn.credential().inClear()).isEqualTo("of-the-account");
            assertThat(google.requests().getFirst().body())
                    .contains("subject_token=the-subject-token", "grant-type%3Atoken-exchange");
            assertThat(google.requests().getLast().headers()).contains("authorization: Bearer the-access-token");
            assertThat(google.requests().getLast().body()).contains("auth/cloud-platform");
        }
    }

    @Test
    void googleTokensGoToGoogleAlone() throws Exception {
        Path file = Files.writeString(
                folder.resolve("external.json"),
                "{\"type\":\"external_account\",\"token_url\":\"https://sts.googleapis.com.example/token\"}");
        assertThatThrownBy(() -> GOOGLE.tokens(
                        setup(Map.of("GOOGLE_APPLICATION_CREDENTIALS", file.toString())), GoogleService.PLATFORM))
                .hasMessageContaining("at googleapis.com as 'token_url'");
        Files.writeString(file, "{\"type\":\"gdch_service_account\"}");
        assertThatThrownBy(() -> GOOGLE.tokens(
                        setup(Map.of("GOOGLE_APPLICATION_CREDENTIALS", file.toString())), GoogleService.PLATFORM))
                .hasMessageContaining("must have the type service_account, external_account or authorized_user");
    }

    @Test
    void saysWhyASecretOrKeyIsRefused() throws Exception {
        try (var entra = new FakeService(_ -> new Reply(401, """
                {"error":"invalid_client","error_description":"AADSTS7000222: The provided client secret keys for app \
                'secret-of-client' are expired.","error_codes":[7000222],"timestamp":"2026-11-18 10:00:00Z"}"""))) {
            CredentialsProvider<Secret> signIn = AZURE.choose(setup(Map.of(
                    "AZURE_TENANT_ID", "tenant",
                    "AZURE_CLIENT_ID", "client",
                    "AZURE_CLIENT_SECRET", "secret-of-client",
                    "AZURE_AUTHORITY_HOST", entra.address().toString())));
            assertThatThrownBy(signIn::credential)
                    .isInstanceOf(PluginException.class)
                    .hasMessage("Microsoft Entra ID refused to sign in (401 AADSTS7000222); the client secret has"
                            + " expired: create a new one, then run or resume");
        }
        try (var google = new FakeService(_ ->
                new Reply(400, "{\"error\":\"invalid_grant\",\"error_description\":\"Invalid JWT Signature.\"}"))) {
            Path key = serviceAccount(keys(), google);
            CredentialsProvider<Secret> signIn = GOOGLE.tokens(
                    setup(Map.of("GOOGLE_APPLICATION_CREDENTIALS", key.toString())), GoogleService.STORAGE);
            assertThatThrownBy(signIn::credential)
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("refused to sign in (400 invalid_grant)", "expired", "sign in again");
        }
    }

    @Test
    void onlyMetadataServicesAreAskedForMetadata() throws Exception {
        CredentialsProvider<Secret> signIn =
                GOOGLE.tokens(setup(Map.of("GCE_METADATA_HOST", "10.0.0.1")), GoogleService.STORAGE);
        assertThatThrownBy(signIn::credential)
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("10.0.0.1 is not a metadata service");
    }

    private static KeyPair keys() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024); // the usual size takes seconds
        return generator.generateKeyPair();
    }

    private Path serviceAccount(KeyPair pair, FakeService tokens) throws IOException {
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
        return Files.writeString(
                folder.resolve("key.json"),
                JsonObject.object()
                        .put("type", "service_account")
                        .put("client_email", "rowan@project.iam.gserviceaccount.com")
                        .put("private_key", pem)
                        .put("token_uri", tokens.address() + "/token")
                        .line());
    }

    private static Reply bearer() {
        return new Reply(200, "{\"access_token\":\"the-access-token\",\"expires_in\":3600,\"token_type\":\"Bearer\"}");
    }

    private WireSetup setup(Map<String, String> variables) {
        return new WireSetup(variables, WireSetup.client(), time);
    }
}
