package dev.rowan.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.telemetry.send.OtlpEndpoint;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtlpSettingsTest {
    @Test
    void isDisabledWithoutAnEndpoint() {
        assertThat(OtlpSettings.of(Map.of("OTEL_SERVICE_NAME", "rowan"))).isEmpty();
        assertThat(OtlpSettings.of(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", " "))).isEmpty();
    }

    @Test
    void canBeSwitchedOff() {
        assertThat(OtlpSettings.of(
                        Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318", "OTEL_SDK_DISABLED", "true")))
                .isEmpty();
    }

    @Test
    void readsEveryVariable() {
        OtlpSettings settings = OtlpSettings.of(Map.ofEntries(
                        Map.entry("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector.example:4318/base/"),
                        Map.entry("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "http://127.0.0.1:9/m"),
                        Map.entry("OTEL_EXPORTER_OTLP_HEADERS", "a=b,authorization=Bearer%20abcdefgh"),
                        Map.entry("OTEL_EXPORTER_OTLP_TRACES_COMPRESSION", "gzip"),
                        Map.entry("OTEL_EXPORTER_OTLP_TIMEOUT", "3000"),
                        Map.entry("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"),
                        Map.entry("OTEL_SERVICE_NAME", "mine"),
                        Map.entry("OTEL_RESOURCE_ATTRIBUTES", "service.name=other,team=red"),
                        Map.entry("OTEL_TRACES_SAMPLER", "traceidratio"),
                        Map.entry("OTEL_TRACES_SAMPLER_ARG", "0.25"),
                        Map.entry("OTEL_METRIC_EXPORT_INTERVAL", "5000"),
                        Map.entry("OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE", "delta")))
                .orElseThrow();
        assertThat(settings.traces())
                .contains(new OtlpEndpoint(
                        URI.create("https://collector.example:4318/base/v1/traces"),
                        Map.of("a", "b", "authorization", "Bearer abcdefgh"),
                        true,
                        Duration.ofSeconds(3),
                        "http/protobuf"));
        assertThat(settings.metrics().map(OtlpEndpoint::uri)).contains(URI.create("http://127.0.0.1:9/m"));
        assertThat(settings.metrics().map(OtlpEndpoint::gzip)).contains(false);
        assertThat(settings.attributes()).isEqualTo(Map.of("service.name", "mine", "team", "red"));
        assertThat(settings.sampling().ratio()).isEqualTo(0.25);
        assertThat(settings.metricInterval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.temporality()).isEqualTo(OtlpSettings.Temporality.DELTA);
        assertThat(settings.toString()).doesNotContain("abcdefgh");
    }

    @Test
    void oneSignalCanBeDisabled() {
        OtlpSettings settings = OtlpSettings.of(
                        Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://[::1]:4318", "OTEL_METRICS_EXPORTER", "none"))
                .orElseThrow();
        assertThat(settings.metrics()).isEmpty();
        assertThat(settings.traces()).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_ENDPOINT, http://collector:4318, must be https",
        "OTEL_EXPORTER_OTLP_ENDPOINT, ftp://localhost, http or https URL",
        "OTEL_EXPORTER_OTLP_ENDPOINT, https://user:pass@host, without user",
        "OTEL_EXPORTER_OTLP_ENDPOINT, https://a host, not a valid URL",
        "OTEL_EXPORTER_OTLP_PROTOCOL, grpc, must be http/protobuf",
        "OTEL_EXPORTER_OTLP_HEADERS, secretvalue, must be name=value pairs",
        "OTEL_EXPORTER_OTLP_COMPRESSION, zip, must be gzip or none",
        "OTEL_EXPORTER_OTLP_TIMEOUT, soon, number of milliseconds",
        "OTEL_TRACES_EXPORTER, zipkin, must be otlp or none",
        "OTEL_TRACES_SAMPLER, jaeger_remote, must be always_on",
        "OTEL_METRIC_EXPORT_INTERVAL, 1m, number of milliseconds"
    })
    void rejectsUnsupportedSettings(String name, String value, String message) {
        var variables = new java.util.HashMap<String, String>();
        variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318");
        variables.put(name, value);
        assertThatThrownBy(() -> OtlpSettings.of(variables))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secretvalue")
                .hasMessageNotContaining("pass@");
    }

    @ParameterizedTest
    @CsvSource({"1.5", "-0.1", "NaN", "half"})
    void aRatioIsFromZeroToOne(String ratio) {
        assertThatThrownBy(() -> OtlpSettings.of(Map.of(
                        "OTEL_EXPORTER_OTLP_ENDPOINT",
                        "http://127.0.0.1:4318",
                        "OTEL_TRACES_SAMPLER",
                        "traceidratio",
                        "OTEL_TRACES_SAMPLER_ARG",
                        ratio)))
                .hasMessageContaining("OTEL_TRACES_SAMPLER_ARG must be from 0 to 1");
    }
}
