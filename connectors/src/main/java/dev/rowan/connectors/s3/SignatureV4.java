package dev.rowan.connectors.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Sha256;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import dev.rowan.connectors.signin.AwsCredentials;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs requests with version 4 of AWS' signatures ("Authenticating Requests" in the documentation of S3), or of
/// Google's, which differ in names only.
record SignatureV4(S3Dialect dialect, String region) {
    private static final String MAC = "HmacSHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DATE_LENGTH = 8;

    /// The request with its signature, to be sent at `now`.
    WireRequest sign(S3Request request, URI root, AwsCredentials keys, Instant now) {
        String time = TIME.format(now);
        S3Request dated = request.with(dialect.header("date"), time)
                .with(dialect.header("content-sha256"), request.body().sha256());
        var credentials = new ArrayList<Credential>();
        String host = root.getHost();
        keys.token()
                .ifPresent(token -> credentials.add(Credential.header(host, dialect.header("security-token"), token)));
        Map<String, String> signed = signedHeaders(dated.headers(), credentials, root);
        String names = String.join(";", signed.keySet());
        String scope = dialect.scope(time.substring(0, DATE_LENGTH), region);
        String text = dialect.algorithm() + "\n" + time + "\n" + scope + "\n"
                + Sha256.hex(canonical(dated, root, signed).getBytes(UTF_8));
        credentials.add(new Credential(
                host,
                "Authorization",
                "%s Credential=%s/%s, SignedHeaders=%s, Signature="
                        .formatted(dialect.algorithm(), keys.id(), scope, names),
                signature(text, scope, keys.secret())));
        return dated.wire(root, credentials);
    }

    private static Map<String, String> signedHeaders(Headers headers, List<Credential> credentials, URI root) {
        var signed = new TreeMap<String, String>();
        signed.put("host", root.getRawAuthority());
        headers.fields()
                .forEach(field -> signed.put(
                        field.name().toLowerCase(Locale.ROOT), field.value().strip()));
        credentials.forEach(credential ->
                signed.put(credential.header(), credential.secret().inClear()));
        return signed;
    }

    private static String canonical(S3Request request, URI root, Map<String, String> signed) {
        URI uri = request.uri(root);
        var text = new StringBuilder(request.method())
                .append('\n')
                .append(uri.getRawPath())
                .append('\n')
                .append(uri.getRawQuery() == null ? "" : uri.getRawQuery())
                .append('\n');
        signed.forEach(
                (name, value) -> text.append(name).append(':').append(value).append('\n'));
        return text.append('\n')
                .append(String.join(";", signed.keySet()))
                .append('\n')
                .append(request.body().sha256())
                .toString();
    }

    private Secret signature(String text, String scope, Secret key) {
        byte[] derived = (dialect.key() + key.inClear()).getBytes(UTF_8);
        for (String part : scope.split("/", -1)) {
            derived = mac(derived, part);
        }
        return Secret.of(key.origin(), HexFormat.of().formatHex(mac(derived, text)));
    }

    private static byte[] mac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + MAC, e);
        }
    }
}
