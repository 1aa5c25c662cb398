package dev.rowan.cloud.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import dev.rowan.json.JsonObject;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;

/// A service account by its JSON key: a signed assertion is exchanged for a token.
record GoogleServiceAccount(String email, URI tokenUri, PrivateKey key, String scope) {
    private static final Duration LIFE = Duration.ofHours(1);

    static GoogleServiceAccount of(CredentialResponse json, GoogleService service) throws PluginException {
        try {
            return new GoogleServiceAccount(
                    GoogleCredentialFile.field(json, "client_email"),
                    URI.create(json.find("token_uri").orElse("https://oauth2.googleapis.com/token")),
                    key(GoogleCredentialFile.field(json, "private_key")),
                    service.scope());
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            throw new PluginException(json.what() + " must have a 'private_key' in PKCS#8 PEM and a valid 'token_uri'");
        }
    }

    private static PrivateKey key(String pem) throws GeneralSecurityException {
        String base64 = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        return KeyFactory.getInstance("RSA")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
    }

    CredentialsProvider<Secret> signIn(Wire wire, Time time) {
        return new CredentialsProvider<>("service account " + email, () -> issued(wire, time), time);
    }

    private CredentialsProvider.Issued<Secret> issued(Wire wire, Time time) throws PluginException {
        var service = new TokenService("Google's token service", time);
        var request = TokenService.post(
                tokenUri,
                Map.of(
                        "grant_type",
                        "urn:ietf:params:oauth:grant-type:jwt-bearer",
                        "assertion",
                        assertion(time.instant())));
        return GoogleSignIn.bearer(CredentialResponse.parse(service.what(), service.request(wire, request)), time);
    }

    String assertion(Instant now) {
        String claims = JsonObject.object()
                .put("iss", email)
                .put("scope", scope)
                .put("aud", tokenUri.toString())
                .put("iat", now.getEpochSecond())
                .put("exp", now.plus(LIFE).getEpochSecond())
                .line();
        String text =
                base64("{\"alg\":\"RS256\",\"typ\":\"JWT\"}".getBytes(UTF_8)) + "." + base64(claims.getBytes(UTF_8));
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(text.getBytes(UTF_8));
            return text + "." + base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA256withRSA", e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
