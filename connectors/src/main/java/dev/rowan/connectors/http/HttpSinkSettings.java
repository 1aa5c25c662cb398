package dev.rowan.connectors.http;

import dev.rowan.api.call.HeaderOption;
import dev.rowan.api.call.HeaderOption.HeaderValue;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The options of the sink `http`.
record HttpSinkSettings(
        URI url,
        int rowsPerRequest,
        Map<String, HeaderValue> headers,
        Optional<SecretReference> bearerToken,
        Optional<SecretReference> signingKey,
        Duration timeout) {
    private static final Option<String> URL =
            Option.text("url").describedAs("URL that receives the rows, https except on localhost");
    private static final Option<Long> ROWS_PER_REQUEST = Option.integer("rows_per_request", 1, 10_000)
            .orElse(1L)
            .describedAs("rows per request: 1 sends an object, more send a list of up to that many objects");
    private static final Option<Map<String, HeaderValue>> HEADERS =
            HeaderOption.named("headers").optional().describedAs("additional headers of each request");
    private static final Option<SecretReference> BEARER_TOKEN = SecretOption.named("bearer_token")
            .optional()
            .describedAs("token for the header 'Authorization: Bearer TOKEN'");
    private static final Option<SecretReference> SIGNING_KEY = SecretOption.named("signing_key")
            .optional()
            .describedAs("key of the HMAC-SHA256 in the header 'X-Rowan-Signature'");
    private static final Option<Duration> TIMEOUT =
            Option.duration("timeout").orElse(Duration.ofSeconds(30)).describedAs("time limit of one request");

    static final Options OPTIONS = Options.of(URL, ROWS_PER_REQUEST, HEADERS, BEARER_TOKEN, SIGNING_KEY, TIMEOUT);

    private static final URI NOWHERE = URI.create("http://localhost/");

    static HttpSinkSettings read(Section section) {
        return new HttpSinkSettings(
                url(section),
                Math.toIntExact(section.get(ROWS_PER_REQUEST)),
                section.find(HEADERS).orElse(Map.of()),
                section.find(BEARER_TOKEN),
                section.find(SIGNING_KEY),
                section.get(TIMEOUT));
    }

    private static URI url(Section section) {
        try {
            URI url = URI.create(section.get(URL));
            boolean http = "https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme());
            if (http && url.getHost() != null && url.getRawUserInfo() == null && url.getRawFragment() == null) {
                return url;
            }
        } catch (IllegalArgumentException _) {
            // reported below
        }
        section.problem(
                URL, "must be an https URL without user and fragment; set 'bearer_token' or 'headers' to sign in");
        return NOWHERE;
    }
}
