package dev.rowan.telemetry.span;

import dev.rowan.api.Outcome;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallEnded;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.telemetry.name.CallName;
import dev.rowan.telemetry.name.ErrorType;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingDecision;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Creates the spans of one run. Each row is its own trace, with its attempts as children and a link to the span of
/// the run: no tool can show a trace of a million rows. Whole rows are sampled, with all attempts or none. In a
/// pipeline with branches, each is a child of its row, and the parent of its attempts.
/// Thread-safe.
public final class RunSpans {
    private final RunEvent.RunBegan run;
    private final RunIds ids;
    private final Sampler sampler;
    private final EndedSpan.Scope scope;
    private final LinkData linkToRun;

    /// `ratio` is the share of rows that have spans, from 0 to 1.
    public RunSpans(RunEvent.RunBegan run, Resource resource, InstrumentationScopeInfo info, double ratio) {
        this.run = run;
        this.ids = new RunIds(run.runId());
        this.sampler =
                ratio >= 1 ? Sampler.alwaysOn() : ratio <= 0 ? Sampler.alwaysOff() : Sampler.traceIdRatioBased(ratio);
        this.scope = new EndedSpan.Scope(resource, info);
        this.linkToRun = LinkData.create(ids.run());
    }

    /// The span of an attempt, if its row has spans.
    public Optional<SpanData> attempt(RunEvent.AttemptEnded attempt, CallName name) {
        CallEnded end = attempt.end();
        SpanContext row = ids.row(end.key().rowSeq());
        if (!isSampled(row)) {
            return Optional.empty();
        }
        Optional<String> failing = ErrorType.of(end);
        return Optional.of(new EndedSpan(
                scope,
                name.spanName(),
                SpanKind.CLIENT,
                ids.attempt(end.key(), end.attempt()),
                hasBranch(end.key().part())
                        ? ids.branch(end.key().rowSeq(), end.key().part())
                        : row,
                attempt.start(),
                end.at(),
                attributes(attempt, name, failing),
                List.of(),
                failing.isPresent()));
    }

    private Attributes attributes(RunEvent.AttemptEnded attempt, CallName name, Optional<String> failing) {
        CallEnded end = attempt.end();
        AttributesBuilder builder = Attributes.builder()
                .put("gen_ai.operation.name", name.operation())
                .put("gen_ai.provider.name", name.provider())
                .put("server.address", name.host())
                .put("server.port", name.port())
                .put("rowan.run", run.runId())
                .put("rowan.row", end.key().rowSeq())
                .put("rowan.node", attempt.node())
                .put("rowan.call", end.key().number())
                .put("rowan.attempt", end.attempt())
                .put("rowan.state", end.state().word())
                .put("rowan.standing", end.disposition())
                .put("rowan.cost_known", end.costKnown())
                .put("rowan.pacer_seconds", end.times().pacerMicros() / 1e6)
                .put("rowan.permit_seconds", end.times().permitMicros() / 1e6);
        CallCost.of(end.cost(), end.costKnown())
                .amount()
                .ifPresent(usd -> builder.put("rowan.cost_usd", usd.dollars().doubleValue()));
        if (end.key().part() > 0) {
            builder.put("rowan.part", end.key().part());
        }
        name.asked().ifPresent(model -> builder.put("gen_ai.request.model", model));
        name.answered().ifPresent(model -> builder.put("gen_ai.response.model", model));
        end.usage().input().ifPresent(tokens -> builder.put("gen_ai.usage.input_tokens", tokens));
        end.usage().output().ifPresent(tokens -> builder.put("gen_ai.usage.output_tokens", tokens));
        end.usage().cachedInput().ifPresent(tokens -> builder.put("gen_ai.usage.cache_read.input_tokens", tokens));
        end.usage().cacheWrites().ifPresent(tokens -> builder.put("gen_ai.usage.cache_creation.input_tokens", tokens));
        end.usage().reasoning().ifPresent(tokens -> builder.put("gen_ai.usage.reasoning.output_tokens", tokens));
        end.status().ifPresent(status -> builder.put("http.response.status_code", status));
        end.requestId().ifPresent(id -> builder.put("rowan.request_id", id));
        end.job().ifPresent(job -> builder.put("rowan.job", job));
        failing.ifPresent(word -> builder.put("error.type", word));
        return builder.build();
    }

    /// The span of a row, from reading it until its outcomes are recorded.
    public Optional<SpanData> row(RunEvent.RowEnded row) {
        SpanContext context = ids.row(row.row());
        if (!isSampled(context)) {
            return Optional.empty();
        }
        RunEvent.Ended worst = row.tokens().stream()
                .min(Comparator.comparingInt(token -> severity(token.outcome())))
                .orElseThrow();
        AttributesBuilder builder = Attributes.builder()
                .put("rowan.run", run.runId())
                .put("rowan.row", row.row())
                .put("rowan.outcome", worst.outcome().word());
        worst.reason().ifPresent(code -> builder.put("rowan.reason", code));
        boolean failed = row.tokens().stream().anyMatch(token -> isFailure(token.outcome()));
        if (failed) {
            builder.put("error.type", worst.reason().orElse(worst.outcome().word()));
        }
        return Optional.of(new EndedSpan(
                scope,
                "row",
                SpanKind.INTERNAL,
                context,
                SpanContext.getInvalid(),
                row.read(),
                row.at(),
                builder.build(),
                List.of(linkToRun),
                failed));
    }

    private boolean hasBranch(int part) {
        return part > 0 && run.branches().isPresent();
    }

    /// The spans of a row's branches. When a token started and ended is not known here: they last as long as the
    /// row.
    public List<SpanData> branches(RunEvent.RowEnded row) {
        SpanContext parent = ids.row(row.row());
        return row.tokens().stream()
                .filter(token -> hasBranch(token.part()) && isSampled(parent))
                .<SpanData>map(token -> branch(row, token, parent))
                .toList();
    }

    private EndedSpan branch(RunEvent.RowEnded row, RunEvent.Ended token, SpanContext parent) {
        AttributesBuilder builder = Attributes.builder()
                .put("rowan.run", run.runId())
                .put("rowan.row", row.row())
                .put("rowan.part", token.part())
                .put("rowan.outcome", token.outcome().word());
        String name = run.branches().map(names -> names.apply(token.part())).orElse("");
        builder.put("rowan.branch", name);
        token.reason().ifPresent(code -> builder.put("rowan.reason", code));
        boolean failed = isFailure(token.outcome());
        if (failed) {
            builder.put("error.type", token.reason().orElse(token.outcome().word()));
        }
        return new EndedSpan(
                scope,
                "branch " + name,
                SpanKind.INTERNAL,
                ids.branch(row.row(), token.part()),
                parent,
                row.read(),
                row.at(),
                builder.build(),
                List.of(),
                failed);
    }

    /// The order in which the outcome of a token is that of its row.
    private static int severity(Outcome outcome) {
        return switch (outcome) {
            case INDETERMINATE -> 0;
            case FAILED -> 1;
            case QUARANTINED -> 2;
            case BLOCKED -> 3;
            case COMPLETED -> 4;
            case DISCARDED -> 5;
            case SPLIT, MERGED -> 6;
        };
    }

    private static boolean isFailure(Outcome outcome) {
        return switch (outcome) {
            case FAILED, QUARANTINED, INDETERMINATE -> true;
            case COMPLETED, BLOCKED, DISCARDED, SPLIT, MERGED -> false;
        };
    }

    /// The span of the run in this process.
    public SpanData run(RunEvent.RunEnded ended) {
        AttributesBuilder builder = Attributes.builder()
                .put("rowan.run", run.runId())
                .put("rowan.status", ended.status().word())
                .put("rowan.rows_read", ended.rowsRead())
                .put("rowan.rows_ended", ended.rowsEnded())
                .put("rowan.simulated", run.simulated())
                .put("rowan.resumed", run.resumed());
        boolean failed = ended.status() == RunEnd.Status.FAILED;
        if (failed) {
            builder.put("error.type", "defect");
        }
        return new EndedSpan(
                scope,
                "run " + run.name(),
                SpanKind.INTERNAL,
                ids.run(),
                SpanContext.getInvalid(),
                run.at(),
                ended.at(),
                builder.build(),
                List.of(),
                failed);
    }

    private boolean isSampled(SpanContext row) {
        return sampler.shouldSample(
                                Context.root(),
                                row.getTraceId(),
                                "row",
                                SpanKind.INTERNAL,
                                Attributes.empty(),
                                List.of())
                        .getDecision()
                == SamplingDecision.RECORD_AND_SAMPLE;
    }
}
