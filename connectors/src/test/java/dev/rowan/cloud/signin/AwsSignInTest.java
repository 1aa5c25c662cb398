package dev.rowan.cloud.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.cloud.signin.FakeService.Reply;
import dev.rowan.connectors.storage.WireSetup;
import dev.rowan.testkit.FakeTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AwsSignInTest {
    private static final AwsSignIn NOTHING =
            new AwsSignIn(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private final FakeTime time = new FakeTime();

    @TempDir
    private Path home;

    @Test
    void takesTheKeysOfTheEnvironment() throws Exception {
        CredentialsProvider<AwsCredentials> signIn = choose(Map.of(
                "AWS_ACCESS_KEY_ID", "AKIA1",
                "AWS_SECRET_ACCESS_KEY", "secret-of-akia-1",
                "AWS_SESSION_TOKEN", "token-of-akia-1"));

        assertThat(signIn.method()).isEqualTo("environment variable AWS_ACCESS_KEY_ID");
        assertThat(signIn.credential().secret().inClear()).isEqualTo("secret-of-akia-1");
        assertThat(signIn.credential().token()).isPresent();
    }

    @Test
    void takesTheKeysOfAProfile() throws Exception {
        Files.createDirectory(home.resolve(".aws"));
        Files.writeString(home.resolve(".aws/credentials"), """
                # keys
                [default]
                aws_access_key_id = AKIA2
                aws_secret_access_key = secret-of-akia-2
                [work]
                aws_access_key_id=AKIA3
                aws_secret_access_key=secret-of-akia-3
                """);
        Files.writeString(home.resolve(".aws/config"), "[profile work]\nregion = eu-central-1\n");

        assertThat(choose(Map.of()).credential().id()).isEqualTo("AKIA2");
        assertThat(choose(Map.of()).method()).isEqualTo("profile 'default'");
        assertThat(choose(Map.of("AWS_PROFILE", "work")).credential().id()).isEqualTo("AKIA3");
        assertThat(NOTHING.region(setup(Map.of("AWS_PROFILE", "work")))).contains("eu-central-1");
        assertThatThrownBy(() -> choose(Map.of("AWS_PROFILE", "play")))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("there is no profile 'play'");
    }

    @Test
    void runsTheProgramOfAProfileAgainBeforeItsKeysExpire() throws Exception {
        Path printed = Files.writeString(
                home.resolve("printed keys.json"),
                "{\"Version\":1,\n\"AccessKeyId\":\"ASIA4\",\n\"SecretAccessKey\":\"secret-of-asia-4\",\n"
                        + "\"SessionToken\":\"token-of-asia-4\",\n\"Expiration\":\""
                        + time.instant().plus(Duration.ofHours(1)) + "\"}");
        Files.createDirectory(home.resolve(".aws"));
        Files.writeString(home.resolve(".aws/config"), "[default]\ncredential_process = cat \"" + printed + "\"\n");
        CredentialsProvider<AwsCredentials> signIn = choose(Map.of());

        assertThat(signIn.method()).isEqualTo("profile 'default' (credential_process)");
        assertThat(signIn.credential().id()).isEqualTo("ASIA4");
        Files.delete(printed);
        time.advance(Duration.ofMinutes(54));
        assertThat(signIn.credential().id())
                .as("still valid for more than 5 minutes")
                .isEqualTo("ASIA4");
        time.advance(Duration.ofMinutes(2));
        assertThat(signIn.credential().id()).as("not renewed, but valid").isEqualTo("ASIA4");
        time.advance(Duration.ofMinutes(5));
        assertThatThrownBy(signIn::credential)
                .isInstanceOf(PluginException.class)
                .hasMessage("credential_process of profile 'default' exited with status 1");
    }

    @Test
    void exchangesAWebIdentity() throws Exception {
        Path token = Files.writeString(home.resolve("token"), "the.web.identity\n");
        try (var sts = new FakeService(_ -> new Reply(200, """
                <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
                  <AssumeRoleWithWebIdentityResult><Credentials>
                    <AccessKeyId>ASIA5</AccessKeyId><SecretAccessKey>secret-of-asia-5</SecretAccessKey>
                    <SessionToken>token-of-asia-5</SessionToken><Expiration>2999-01-01T00:00:00Z</Expiration>
                  </Credentials></AssumeRoleWithWebIdentityResult>
                </AssumeRoleWithWebIdentityResponse>"""))) {
            CredentialsProvider<AwsCredentials> signIn = choose(Map.of(
                    "AWS_WEB_IDENTITY_TOKEN_FILE", token.toString(),
                    "AWS_ROLE_ARN", "arn:aws:iam::1:role/rowan",
                    "AWS_ENDPOINT_URL_STS", sts.address().toString()));

            assertThat(sts.requests())
                    .as("nothing is sent before the first use")
                    .isEmpty();
            assertThat(signIn.method()).isEqualTo("web identity, role arn:aws:iam::1:role/rowan");
            assertThat(signIn.credential().id()).isEqualTo("ASIA5");
            assertThat(sts.requests().getFirst().body())
                    .contains("Action=AssumeRoleWithWebIdentity", "WebIdentityToken=the.web.identity");
            assertThat(sts.requests().getFirst().headers())
                    .as("AWS answers in JSON if the request accepts it")
                    .doesNotContain("application/json");
        }
    }

    @Test
    void saysThatAWebIdentityHasExpired() throws Exception {
        Path token = Files.writeString(home.resolve("token"), "the.old.identity\n");
        try (var sts = new FakeService(_ -> new Reply(400, """
                <ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>
                  <Code>ExpiredTokenException</Code><Message>Token expired: 1763400000</Message></Error>
                  <RequestId>4c9d2b6b</RequestId></ErrorResponse>"""))) {
            CredentialsProvider<AwsCredentials> signIn = choose(Map.of(
                    "AWS_WEB_IDENTITY_TOKEN_FILE", token.toString(),
                    "AWS_ROLE_ARN", "arn:aws:iam::1:role/rowan",
                    "AWS_ENDPOINT_URL_STS", sts.address().toString()));
            assertThatThrownBy(signIn::credential)
                    .isInstanceOf(PluginException.class)
                    .hasMessage("AWS STS (web identity) refused to sign in (400 ExpiredTokenException); the identity"
                            + " token has expired: renew its file, then run or resume");
        }
    }

    @Test
    void asksTheContainersEndpoint() throws Exception {
        Path token = Files.writeString(home.resolve("token"), "container-authorization");
        try (var endpoint = new FakeService(_ -> keys(Duration.ofHours(1)))) {
            CredentialsProvider<AwsCredentials> signIn = choose(Map.of(
                    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                    endpoint.address() + "/v1/credentials",
                    "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
                    token.toString()));

            assertThat(signIn.method()).isEqualTo("container endpoint");
            assertThat(signIn.credential().token().orElseThrow().inClear()).isEqualTo("token-of-asia-1");
            assertThat(endpoint.requests().getFirst().headers()).contains("authorization: container-authorization\n");
        }
    }

    @Test
    void asksTheInstancesMetadataWithASessionAndAgainBeforeExpiry() throws Exception {
        try (var metadata = new FakeService(request -> switch (request.line()) {
            case "PUT /latest/api/token" -> new Reply(200, "session-1");
            case "GET /latest/meta-data/iam/security-credentials/" -> new Reply(200, "the-role");
            case "GET /latest/meta-data/iam/security-credentials/the-role" -> keys(Duration.ofHours(1));
            default -> new Reply(404, "");
        })) {
            CredentialsProvider<AwsCredentials> signIn = choose(Map.of(
                    "AWS_EC2_METADATA_SERVICE_ENDPOINT", metadata.address().toString()));

            assertThat(signIn.method()).isEqualTo("instance metadata");
            assertThat(signIn.credential().id()).isEqualTo("ASIA1");
            assertThat(metadata.requests()).hasSize(3);
            assertThat(metadata.requests().getLast().headers()).contains("x-aws-ec2-metadata-token: session-1");
            signIn.credential();
            assertThat(metadata.requests()).hasSize(3);
            time.advance(Duration.ofMinutes(56));
            signIn.credential();
            assertThat(metadata.requests()).hasSize(6);
        }
    }

    @Test
    void saysThatThereAreNoCredentials() throws Exception {
        assertThatThrownBy(() -> choose(Map.of("AWS_EC2_METADATA_DISABLED", "true")))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("no AWS credentials", "'access_key_id'", "'anonymous: true'");
        try (var metadata = new FakeService(_ -> new Reply(404, "secret-of-nobody"))) {
            CredentialsProvider<AwsCredentials> signIn = choose(Map.of(
                    "AWS_EC2_METADATA_SERVICE_ENDPOINT", metadata.address().toString()));
            assertThatThrownBy(signIn::credential)
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("no AWS credentials", "refused to sign in (404)")
                    .hasMessageNotContaining("secret-of-nobody");
        }
    }

    @Test
    void prefersTheKeysOfTheSettings() throws Exception {
        var given = new AwsSignIn(
                Optional.of("AKIA9"),
                Optional.of(new SecretReference.Environment("MINE")),
                Optional.empty(),
                Optional.empty());
        CredentialsProvider<AwsCredentials> signIn = given.choose(
                setup(Map.of("MINE", "secret-of-mine", "AWS_ACCESS_KEY_ID", "x", "AWS_SECRET_ACCESS_KEY", "yyyyyyyy")));
        assertThat(signIn.credential().id()).isEqualTo("AKIA9");
        assertThat(signIn.method()).isEqualTo("access key of the settings");
    }

    private Reply keys(Duration life) {
        return new Reply(200, """
                {"Code":"Success","AccessKeyId":"ASIA1","SecretAccessKey":"secret-of-asia-1",
                 "Token":"token-of-asia-1","Expiration":"%s"}""".formatted(time.instant().plus(life)));
    }

    private CredentialsProvider<AwsCredentials> choose(Map<String, String> variables) throws Exception {
        return NOTHING.choose(setup(variables));
    }

    private WireSetup setup(Map<String, String> variables) {
        var all = new HashMap<>(variables);
        all.put("HOME", home.toString());
        return new WireSetup(all, WireSetup.client(), time);
    }
}
