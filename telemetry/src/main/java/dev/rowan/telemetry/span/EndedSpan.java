package dev.rowan.telemetry.span;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.time.Instant;
import java.util.List;

/// A finished span for the exporter.
record EndedSpan(
        Scope scope,
        String name,
        SpanKind kind,
        SpanContext context,
        SpanContext parent,
        Instant start,
        Instant end,
        Attributes attributes,
        List<LinkData> links,
        boolean failed)
        implements SpanData {

    /// The resource and the instrumentation scope.
    record Scope(Resource resource, InstrumentationScopeInfo info) {}

    @Override
    public String getName() {
        return name;
    }

    @Override
    public SpanKind getKind() {
        return kind;
    }

    @Override
    public SpanContext getSpanContext() {
        return context;
    }

    @Override
    public SpanContext getParentSpanContext() {
        return parent;
    }

    @Override
    public StatusData getStatus() {
        return failed ? StatusData.error() : StatusData.unset();
    }

    @Override
    public long getStartEpochNanos() {
        return nanos(start);
    }

    @Override
    public long getEndEpochNanos() {
        return nanos(end);
    }

    private static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    @Override
    public Attributes getAttributes() {
        return attributes;
    }

    @Override
    public List<EventData> getEvents() {
        return List.of();
    }

    @Override
    public List<LinkData> getLinks() {
        return links;
    }

    @Override
    public boolean hasEnded() {
        return true;
    }

    @Override
    public int getTotalRecordedEvents() {
        return 0;
    }

    @Override
    public int getTotalRecordedLinks() {
        return links.size();
    }

    @Override
    public int getTotalAttributeCount() {
        return attributes.size();
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation") // the exporter reads what follows; the interface still asks for this
    public io.opentelemetry.sdk.common.InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
        return io.opentelemetry.sdk.common.InstrumentationLibraryInfo.create(
                scope.info().getName(), scope.info().getVersion());
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return scope.info();
    }

    @Override
    public Resource getResource() {
        return scope.resource();
    }
}
