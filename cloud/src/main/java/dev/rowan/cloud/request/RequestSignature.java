package dev.rowan.cloud.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Sha256;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.secret.Secret;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Version 4 of AWS' request signatures, or of Google's, which differ in names only.
public record RequestSignature(Names names, String region) {
    private static final String MAC = "HmacSHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DATE_LENGTH = 8;

    /// The names in a signature: the prefix of headers, that of the key and the algorithm, the service, and the end of
    /// the scope.
    public record Names(String header, String key, String service, String terminator) {

        public static Names aws(String service) {
            return new Names("x-amz-", "AWS4", service, "aws4_request");
        }

        private String algorithm() {
            return key + "-HMAC-SHA256";
        }
    }

    /// The canonical parts of a request; its headers have the time.
    public record Parts(
            String method, String authority, String path, String query, Headers headers, String bodySha256) {}

    /// The id and the secret of a key, with its session token if it is temporary.
    public record Key(String id, Secret secret, Optional<Secret> token) {}

    /// `now` as the header of the date has it.
    public static String time(Instant now) {
        return TIME.format(now);
    }

    /// The credentials with which a request is sent to `host` at `time`.
    public List<Credential> credentials(Parts parts, String host, Key key, String time) {
        var credentials = new ArrayList<Credential>();
        key.token()
                .ifPresent(token -> credentials.add(Credential.header(host, names.header() + "security-token", token)));
        Map<String, String> signed = signedHeaders(parts, credentials);
        String scope = time.substring(0, DATE_LENGTH) + "/" + region + "/" + names.service() + "/" + names.terminator();
        String text = names.algorithm() + "\n" + time + "\n" + scope + "\n"
                + Sha256.hex(canonical(parts, signed).getBytes(UTF_8));
        credentials.add(new Credential(
                host,
                "Authorization",
                "%s Credential=%s/%s, SignedHeaders=%s, Signature="
                        .formatted(names.algorithm(), key.id(), scope, String.join(";", signed.keySet())),
                signature(text, scope, key.secret())));
        return credentials;
    }

    private static Map<String, String> signedHeaders(Parts parts, List<Credential> credentials) {
        var signed = new TreeMap<String, String>();
        signed.put("host", parts.authority());
        parts.headers()
                .fields()
                .forEach(field -> signed.put(
                        field.name().toLowerCase(Locale.ROOT), field.value().strip()));
        credentials.forEach(credential ->
                signed.put(credential.header(), credential.secret().inClear()));
        return signed;
    }

    private static String canonical(Parts parts, Map<String, String> signed) {
        var text = new StringBuilder(parts.method())
                .append('\n')
                .append(parts.path())
                .append('\n')
                .append(parts.query())
                .append('\n');
        signed.forEach(
                (name, value) -> text.append(name).append(':').append(value).append('\n'));
        return text.append('\n')
                .append(String.join(";", signed.keySet()))
                .append('\n')
                .append(parts.bodySha256())
                .toString();
    }

    private Secret signature(String text, String scope, Secret key) {
        byte[] derived = (names.key() + key.inClear()).getBytes(UTF_8);
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
