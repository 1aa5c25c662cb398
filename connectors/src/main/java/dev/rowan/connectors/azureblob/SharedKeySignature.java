package dev.rowan.connectors.azureblob;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.call.Headers;
import dev.rowan.api.secret.Secret;
import java.net.URI;
import java.net.URLDecoder;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs requests with an account key ("Authorize with Shared Key" in the service's documentation).
final class SharedKeySignature {
    private static final String MAC = "HmacSHA256";

    /// The headers in the order of the string to sign; the date is in `x-ms-date`.
    private static final List<String> BY_PLACE = List.of(
            "content-encoding",
            "content-language",
            "content-length",
            "content-md5",
            "content-type",
            "date",
            "if-modified-since",
            "if-match",
            "if-none-match",
            "if-unmodified-since",
            "range");

    private SharedKeySignature() {}

    /// The string to sign for a request with a body of `length` bytes.
    static String textOf(String method, URI uri, Headers headers, int length, String account) {
        var text = new StringBuilder(method).append('\n');
        for (String name : BY_PLACE) {
            boolean isLength = name.equals("content-length");
            String value = isLength
                    ? (length > 0 ? String.valueOf(length) : "")
                    : headers.first(name).orElse("");
            text.append(value).append('\n');
        }
        headers.fields().stream()
                .map(field -> new Headers.Field(
                        field.name().toLowerCase(Locale.ROOT), field.value().strip()))
                .filter(field -> field.name().startsWith("x-ms-"))
                .sorted(Comparator.comparing(Headers.Field::name))
                .forEach(field -> text.append(field.name())
                        .append(':')
                        .append(field.value())
                        .append('\n'));
        text.append('/').append(account).append(uri.getRawPath());
        parameters(uri)
                .forEach((name, value) ->
                        text.append('\n').append(name).append(':').append(value));
        return text.toString();
    }

    /// The query parameters by name.
    private static SortedMap<String, String> parameters(URI uri) {
        var parameters = new TreeMap<String, String>();
        if (uri.getRawQuery() != null) {
            Stream.of(uri.getRawQuery().split("&")).forEach(pair -> {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                parameters.put(decoded(name).toLowerCase(Locale.ROOT), decoded(value));
            });
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    }

    /// The signature of `text`, a secret while the request is valid.
    static Secret of(String text, Secret key) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key.inClear()), MAC));
            return Secret.of(key.origin(), Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8))));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + MAC, e);
        }
    }
}
