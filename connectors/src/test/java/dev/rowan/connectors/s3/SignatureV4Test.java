package dev.rowan.connectors.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.signin.AwsCredentials;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The examples of the documentation of S3, "Signature Calculations for the Authorization Header".
class SignatureV4Test {
    private static final URI BUCKET = URI.create("https://examplebucket.s3.amazonaws.com");
    private static final Instant NOW = Instant.parse("2013-05-24T00:00:00Z");
    private static final AwsCredentials KEYS = new AwsCredentials(
            "AKIAIOSFODNN7EXAMPLE", Secret.of("example", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"), Optional.empty());

    @Test
    void signsGettingARange() {
        assertThat(signature(S3Request.of("GET", "test.txt").with("Range", "bytes=0-9")))
                .isEqualTo("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    }

    @Test
    void signsPuttingAnObject() {
        assertThat(signature(S3Request.of("PUT", "test$file.text")
                        .with("Date", "Fri, 24 May 2013 00:00:00 GMT")
                        .with("x-amz-storage-class", "REDUCED_REDUNDANCY")
                        .with(Payload.utf8("Welcome to Amazon S3."))))
                .isEqualTo("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    }

    @Test
    void signsAParameterWithoutAValue() {
        assertThat(signature(S3Request.of("GET", "").query("lifecycle", "")))
                .isEqualTo("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    }

    @Test
    void signsParametersInOrder() {
        assertThat(signature(S3Request.of("GET", "").query("prefix", "J").query("max-keys", "2")))
                .isEqualTo("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }

    @Test
    void sendsSecretsAsCredentialsOfTheHostOnly() {
        var keys = new AwsCredentials(KEYS.id(), KEYS.secret(), Optional.of(Secret.of("example", "a-session-token")));
        WireRequest request =
                new SignatureV4(S3Dialect.GOOGLE, "auto").sign(S3Request.of("GET", "a b"), BUCKET, keys, NOW);

        assertThat(request.credentials())
                .allSatisfy(credential -> assertThat(credential.host()).isEqualTo(BUCKET.getHost()))
                .anySatisfy(credential -> assertThat(credential.header()).isEqualTo("x-goog-security-token"))
                .anySatisfy(
                        credential -> assertThat(credential.prefix())
                                .startsWith(
                                        "GOOG4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/auto/storage/goog4_request, "
                                                + "SignedHeaders=host;x-goog-content-sha256;x-goog-date;x-goog-security-token, "));
        assertThat(request.uri()).hasToString(BUCKET + "/a%20b");
        assertThat(request.headers().toString() + request.uri()).doesNotContain("a-session-token", "wJalr");
    }

    private static String signature(S3Request request) {
        return new SignatureV4(S3Dialect.S3, "us-east-1")
                .sign(request, BUCKET, KEYS, NOW).credentials().stream()
                        .filter(credential -> credential.header().equals("Authorization"))
                        .findFirst()
                        .orElseThrow()
                        .secret()
                        .inClear();
    }
}
