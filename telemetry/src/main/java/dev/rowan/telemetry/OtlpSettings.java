package dev.rowan.telemetry;

import dev.rowan.telemetry.send.OtlpEndpoint;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The export settings of spans and metrics, from the standard `OTEL_…` environment variables.
/// `traces` and `metrics` are empty if disabled. `attributes` are the resource attributes.
public record OtlpSettings(
        Optional<OtlpEndpoint> traces,
        Optional<OtlpEndpoint> metrics,
        Map<String, String> attributes,
        Sampling sampling,
        Duration metricInterval,
        Temporality temporality) {

    private static final String BASE = "OTEL_EXPORTER_OTLP";
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    /// The ratio of rows that have spans, by trace id.
    public record Sampling(double ratio) {
        public Sampling {
            if (!(ratio >= 0 && ratio <= 1)) {
                throw new IllegalArgumentException("OTEL_TRACES_SAMPLER_ARG must be from 0 to 1, got " + ratio);
            }
        }
    }

    /// Whether a sum counts since the start of the run, or since the last export.
    public enum Temporality {
        CUMULATIVE,
        DELTA,
        LOWMEMORY
    }

    public OtlpSettings {
        attributes = Map.copyOf(attributes);
    }

    /// The settings in the environment; empty without an endpoint. An invalid variable is an
    /// [IllegalArgumentException].
    public static Optional<OtlpSettings> of(Map<String, String> environment) {
        var variables = new Variables(environment);
        boolean disabled = variables.get("OTEL_SDK_DISABLED").orElse("").equalsIgnoreCase("true");
        Optional<OtlpEndpoint> traces = disabled ? Optional.empty() : variables.destination("TRACES", "/v1/traces");
        Optional<OtlpEndpoint> metrics = disabled ? Optional.empty() : variables.destination("METRICS", "/v1/metrics");
        if (traces.isEmpty() && metrics.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new OtlpSettings(
                traces,
                metrics,
                variables.attributes(),
                variables.sampling(),
                Duration.ofMillis(Math.max(100, variables.number("OTEL_METRIC_EXPORT_INTERVAL", 60_000))),
                variables.temporality()));
    }

    /// Reads variables; empty values count as unset.
    private record Variables(Map<String, String> environment) {
        Optional<String> get(String name) {
            return Optional.ofNullable(environment.get(name)).map(String::strip).filter(value -> !value.isEmpty());
        }

        /// The variable of one signal, or the common one.
        private Optional<String> either(String signal, String name) {
            return get(BASE + "_" + signal + "_" + name).or(() -> get(BASE + "_" + name));
        }

        Optional<OtlpEndpoint> destination(String signal, String path) {
            String exporter = get("OTEL_" + signal + "_EXPORTER").orElse("otlp").toLowerCase(Locale.ROOT);
            if (exporter.equals("none")) {
                return Optional.empty();
            }
            if (!exporter.equals("otlp")) {
                throw new IllegalArgumentException(
                        "OTEL_" + signal + "_EXPORTER must be otlp or none, got '" + exporter + "'");
            }
            String own = BASE + "_" + signal + "_ENDPOINT";
            Optional<URI> endpoint = get(own).map(text -> uri(own, text))
                    .or(() -> get(BASE + "_ENDPOINT")
                            .map(text -> uri(BASE + "_ENDPOINT", text.replaceAll("/+$", "") + path)));
            return endpoint.map(uri -> new OtlpEndpoint(
                    uri,
                    headers(either(signal, "HEADERS").orElse("")),
                    gzip(either(signal, "COMPRESSION").orElse("none")),
                    Duration.ofMillis(Math.max(
                            1,
                            either(signal, "TIMEOUT")
                                    .map(text -> whole(BASE + "_TIMEOUT", text))
                                    .orElse(10_000L))),
                    protocol(either(signal, "PROTOCOL").orElse("http/protobuf"))));
        }

        /// An endpoint URL: https, or http to this machine.
        private static URI uri(String variable, String text) {
            URI uri;
            try {
                uri = URI.create(text);
            } catch (IllegalArgumentException _) {
                throw new IllegalArgumentException(variable + " must be a URL such as"
                        + " https://collector.example:4318; its value is not a valid URL");
            }
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
            if (uri.getHost() == null
                    || uri.getUserInfo() != null
                    || !Set.of("http", "https").contains(scheme)) {
                throw new IllegalArgumentException(variable + " must be an http or https URL without user, such as"
                        + " https://collector.example:4318; credentials go into OTEL_EXPORTER_OTLP_HEADERS");
            }
            if (scheme.equals("http") && !LOCAL.contains(host)) {
                throw new IllegalArgumentException(variable + " must be https, or http to this machine (127.0.0.1), got"
                        + " http to '" + host + "'; OTEL_SDK_DISABLED=true runs without telemetry");
            }
            return uri;
        }

        private static String protocol(String text) {
            if (!text.equals("http/protobuf")) {
                throw new IllegalArgumentException("OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf (usually port"
                        + " 4318), got '" + text + "'; OTEL_SDK_DISABLED=true runs without telemetry");
            }
            return text;
        }

        private static boolean gzip(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "gzip" -> true;
                case "none" -> false;
                default ->
                    throw new IllegalArgumentException(
                            "OTEL_EXPORTER_OTLP_COMPRESSION must be gzip or none, got '" + text + "'");
            };
        }

        /// `a=1,b=2`, percent-encoded; errors do not contain values.
        private static Map<String, String> headers(String text) {
            return pairs(BASE + "_HEADERS", text);
        }

        private static Map<String, String> pairs(String variable, String text) {
            var pairs = new LinkedHashMap<String, String>();
            for (String pair : text.split(",", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    pairs.put(pair.substring(0, equals).strip(), decoded(variable, pair.substring(equals + 1)));
                } else if (!pair.isBlank()) {
                    throw new IllegalArgumentException(variable + " must be name=value pairs, separated by commas");
                }
            }
            return pairs;
        }

        private static String decoded(String variable, String value) {
            try {
                return URLDecoder.decode(value.strip().replace("+", "%2B"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException _) {
                throw new IllegalArgumentException(variable + " has an invalid percent escape");
            }
        }

        Map<String, String> attributes() {
            var attributes = new LinkedHashMap<>(pairs(
                    "OTEL_RESOURCE_ATTRIBUTES", get("OTEL_RESOURCE_ATTRIBUTES").orElse("")));
            get("OTEL_SERVICE_NAME").ifPresent(name -> attributes.put("service.name", name));
            return attributes;
        }

        Sampling sampling() {
            String name = get("OTEL_TRACES_SAMPLER").orElse("parentbased_always_on");
            return switch (name) {
                case "always_on", "parentbased_always_on" -> new Sampling(1);
                case "always_off", "parentbased_always_off" -> new Sampling(0);
                case "traceidratio", "parentbased_traceidratio" ->
                    new Sampling(
                            get("OTEL_TRACES_SAMPLER_ARG").map(Variables::ratio).orElse(1.0));
                default ->
                    throw new IllegalArgumentException("OTEL_TRACES_SAMPLER must be always_on, always_off or"
                            + " traceidratio, or one of these with the prefix parentbased_, got '" + name + "'");
            };
        }

        private static double ratio(String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException _) {
                throw new IllegalArgumentException("OTEL_TRACES_SAMPLER_ARG must be from 0 to 1, got '" + text + "'");
            }
        }

        Temporality temporality() {
            String name = get(BASE + "_METRICS_TEMPORALITY_PREFERENCE")
                    .orElse("cumulative")
                    .toUpperCase(Locale.ROOT);
            try {
                return Temporality.valueOf(name);
            } catch (IllegalArgumentException _) {
                throw new IllegalArgumentException("OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE must be"
                        + " cumulative, delta or lowmemory, got '" + name.toLowerCase(Locale.ROOT) + "'");
            }
        }

        long number(String name, long usual) {
            return get(name).map(text -> whole(name, text)).orElse(usual);
        }

        private static long whole(String name, String text) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException _) {
                throw new IllegalArgumentException(name + " must be a number of milliseconds, got '" + text + "'");
            }
        }
    }
}
