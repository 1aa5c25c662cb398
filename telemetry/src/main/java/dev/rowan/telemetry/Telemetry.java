package dev.rowan.telemetry;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.engine.observe.RunEventListener;
import dev.rowan.telemetry.name.CallName;
import dev.rowan.telemetry.send.OnDemandReader;
import dev.rowan.telemetry.send.TelemetryQueue;
import dev.rowan.telemetry.span.RunSpans;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.AggregationTemporalitySelector;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Exports spans and metrics of one run by OTLP, with the GenAI conventions. They contain no text of requests and
/// replies. It opens when the run starts, and never delays it. Shared state: the opened exporter, written once.
public final class Telemetry implements RunEventListener, AutoCloseable {
    private static final String SCOPE = "dev.rowan";
    private static final Duration MAX_CLOSE_TIME = Duration.ofSeconds(5);

    private final OtlpSettings settings;
    private final Wire wire;
    private final Time time;
    private final String version;
    private volatile @Nullable Session session;

    private record Session(RunSpans spans, CallMetrics metrics, SdkMeterProvider provider, TelemetryQueue outbox) {}

    /// `version` is Rowan's own.
    public Telemetry(OtlpSettings settings, Wire wire, Time time, String version) {
        this.settings = settings;
        this.wire = wire;
        this.time = time;
        this.version = version;
    }

    @Override
    public void see(RunEvent what) {
        if (what instanceof RunEvent.RunBegan began) {
            session = open(began);
            return;
        }
        Session open = session;
        if (open != null) {
            tell(what, open);
        }
    }

    private void tell(RunEvent what, Session open) {
        boolean spans = open.outbox().takesSpans();
        switch (what) {
            case RunEvent.RunBegan _ -> {}
            case RunEvent.AttemptEnded attempt -> {
                CallName name = CallName.of(attempt);
                open.metrics().count(attempt, name);
                if (spans) {
                    open.spans().attempt(attempt, name).ifPresent(open.outbox()::put);
                }
            }
            case RunEvent.RowEnded row -> {
                open.metrics().count(row);
                if (spans) {
                    open.spans().branches(row).forEach(open.outbox()::put);
                    open.spans().row(row).ifPresent(open.outbox()::put);
                }
            }
            case RunEvent.RunEnded ended -> {
                if (spans && settings.sampling().ratio() > 0) {
                    open.outbox().put(open.spans().run(ended));
                }
            }
        }
    }

    private Session open(RunEvent.RunBegan began) {
        Resource resource = resource(began);
        var info = InstrumentationScopeInfo.builder(SCOPE).setVersion(version).build();
        var reader = new OnDemandReader(temporality());
        SdkMeterProvider provider = SdkMeterProvider.builder()
                .setResource(resource)
                .registerMetricReader(reader)
                .build();
        var metrics = new CallMetrics(
                provider.meterBuilder(SCOPE).setInstrumentationVersion(version).build());
        var spans = new RunSpans(began, resource, info, settings.sampling().ratio());
        var outbox = TelemetryQueue.open(
                settings.traces(), settings.metrics(), reader, settings.metricInterval(), wire, time);
        return new Session(spans, metrics, provider, outbox);
    }

    private Resource resource(RunEvent.RunBegan began) {
        var attributes = Attributes.builder()
                .put("service.name", "rowan")
                .put("service.version", version)
                .put("rowan.run", began.runId())
                .put("rowan.pipeline", began.name());
        settings.attributes().forEach((name, value) -> attributes.put(AttributeKey.stringKey(name), value));
        return Resource.create(attributes.build());
    }

    private AggregationTemporalitySelector temporality() {
        return switch (settings.temporality()) {
            case CUMULATIVE -> AggregationTemporalitySelector.alwaysCumulative();
            case DELTA -> AggregationTemporalitySelector.deltaPreferred();
            case LOWMEMORY -> AggregationTemporalitySelector.lowMemory();
        };
    }

    /// Flushes for at most five seconds, and returns a message about lost data.
    public Optional<String> finish() throws InterruptedException {
        Session open = session;
        if (open == null) {
            return Optional.empty();
        }
        Optional<String> missing = open.outbox().close(MAX_CLOSE_TIME);
        open.provider().close();
        return missing;
    }

    /// Stops immediately.
    @Override
    public void close() {
        Session open = session;
        if (open != null) {
            open.outbox().close();
            open.provider().close();
        }
    }
}
