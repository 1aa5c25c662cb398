package dev.rowan.telemetry.send;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.AggregationTemporalitySelector;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import java.util.Collection;

/// A metric reader that collects on demand, without its own thread.
public final class OnDemandReader implements MetricReader {
    private final AggregationTemporalitySelector temporality;
    private volatile CollectionRegistration registration = CollectionRegistration.noop();

    public OnDemandReader(AggregationTemporalitySelector temporality) {
        this.temporality = temporality;
    }

    Collection<MetricData> collect() {
        return registration.collectAllMetrics();
    }

    @Override
    public void register(CollectionRegistration given) {
        registration = given;
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType type) {
        return temporality.getAggregationTemporality(type);
    }

    @Override
    public CompletableResultCode forceFlush() {
        return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }
}
