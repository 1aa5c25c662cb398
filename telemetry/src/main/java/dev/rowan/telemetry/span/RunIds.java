package dev.rowan.telemetry.span;

import dev.rowan.api.Sha256;
import dev.rowan.landscape.record.LogEntry.CallKey;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Deterministic ids of a run's spans: a resumed row keeps its trace, and rows in flight use no memory.
final class RunIds {
    private final long high;
    private final long low;

    RunIds(String runId) {
        ByteBuffer hash = ByteBuffer.wrap(Sha256.create().digest(runId.getBytes(StandardCharsets.UTF_8)));
        this.high = hash.getLong();
        this.low = hash.getLong();
    }

    /// The span of the run, in its own trace.
    SpanContext run() {
        return context(trace(0), span(0, 0));
    }

    /// The span of a row, the root of the row's trace.
    SpanContext row(long row) {
        return context(trace(row), span(row, 0));
    }

    /// The span of a branch, in the trace of its row.
    SpanContext branch(long row, int part) {
        return context(trace(row), span(row, mix(part + 0x3_0000_0000L) | 1));
    }

    /// The span of an attempt, in the trace of its row.
    SpanContext attempt(CallKey key, int attempt) {
        long which = mix(key.part()) ^ mix(key.node() + 0x1_0000_0000L) ^ mix(key.generation() + 0x2_0000_0000L);
        which = mix(which + key.number()) ^ attempt;
        return context(trace(key.rowSeq()), span(key.rowSeq(), mix(which) | 1));
    }

    private String trace(long row) {
        return hex(mix(high + row)) + hex(mix(low ^ mix(row)));
    }

    private String span(long row, long which) {
        return hex(mix(high ^ mix(low + row) ^ which));
    }

    private static SpanContext context(String trace, String span) {
        return SpanContext.create(trace, span, TraceFlags.getSampled(), TraceState.getDefault());
    }

    /// Never all zeros, which is an invalid id.
    private static String hex(long value) {
        return String.format(Locale.ROOT, "%016x", value == 0 ? 1 : value);
    }

    /// Spreads neighbours over all values (the finaliser of SplitMix64).
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
