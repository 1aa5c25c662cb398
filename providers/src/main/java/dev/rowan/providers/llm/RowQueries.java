package dev.rowan.providers.llm;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.plugin.CallPlanner.Plan;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.providers.attachment.AttachmentMemory;
import dev.rowan.providers.cache.CacheWarmup;
import dev.rowan.providers.chat.AttachedMedia;
import dev.rowan.providers.price.ServiceTier;
import dev.rowan.providers.template.PromptTemplate.Rendered;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sends all queries of a row concurrently; the row passes when all are answered. Owned by the row's thread.
///
/// The call of query q (from 0) in round k (from 0) has the number 1 + q + 1000 k, so that a row that is processed
/// again finds its paid answers.
final class RowQueries {
    /// More queries would collide in their call numbers.
    static final int MAX_QUERIES = 1_000;

    /// How much of an invalid answer is sent back to the model.
    private static final int SHOWN_ANSWER = 4_000;

    private final LlmSettings settings;
    private final ModelService service;
    private final List<CacheWarmup> caches;
    private final List<Optional<ExplicitCacheManager>> cacheManagers;
    private final AttachmentMemory memory;

    RowQueries(
            LlmSettings settings,
            ModelService service,
            List<CacheWarmup> caches,
            List<Optional<ExplicitCacheManager>> cacheManagers,
            AttachmentMemory memory) {
        this.caches = caches;
        this.cacheManagers = cacheManagers;
        this.memory = memory;
        this.settings = settings;
        this.service = service;
    }

    /// An unanswered query with its messages.
    private record Open(int index, Query query, List<String> messages, AttachedMedia media) {}

    /// The first round of a row: its queries, or the reason why none is sent.
    private sealed interface FirstRound {
        record Sends(List<Open> open) implements FirstRound {}

        record Fails(Reason reason) implements FirstRound {}
    }

    TransformResult ask(Row row, PluginContext context) throws InterruptedException {
        if (settings.attachments().isEmpty()) {
            return ask(row, new RowAttachments.Media(AttachedMedia.NONE), context);
        }
        try (AttachmentMemory.Share share = memory.open()) {
            RowAttachments attachments = RowAttachments.of(settings, row, context.calls());
            share.hold(attachments.bytes());
            return ask(row, attachments, context);
        }
    }

    private TransformResult ask(Row row, RowAttachments attachments, PluginContext context)
            throws InterruptedException {
        return switch (firstRound(row, attachments)) {
            case FirstRound.Fails(var reason) -> TransformResult.error(reason);
            case FirstRound.Sends(var open) -> askAll(row, open, context);
        };
    }

    /// The calls that [#ask] sends first: one per query.
    Plan plan(Row row) {
        return switch (firstRound(row, RowAttachments.planned(settings, row))) {
            case FirstRound.Fails(var reason) -> new Plan.Ends(reason);
            case FirstRound.Sends(var open) ->
                new Plan.Sends(modelCalls(open, 0).stream()
                        .map(ModelService.ModelCall::call)
                        .toList());
        };
    }

    private FirstRound firstRound(Row row, RowAttachments attachments) {
        AttachedMedia media;
        switch (attachments) {
            case RowAttachments.Fails(var reason) -> {
                return new FirstRound.Fails(reason);
            }
            case RowAttachments.Media(var found) -> media = found;
        }
        List<Open> open = new ArrayList<>();
        for (int i = 0; i < settings.queries().size(); i++) {
            Query query = settings.queries().get(i);
            for (String field : query.output().names()) {
                if (row.has(field)) {
                    return new FirstRound.Fails(named(query, collision(field)));
                }
            }
            switch (query.prompt().render(row)) {
                case Rendered.Failed(var reason) -> {
                    return new FirstRound.Fails(named(query, reason));
                }
                case Rendered.Prompt(var text)
                when text.isBlank() -> {
                    return new FirstRound.Fails(
                            named(query, Reason.of("empty_prompt", "the prompt for this row is empty")));
                }
                case Rendered.Prompt(var text)
                when !media.attachments().isEmpty() && text.contains(Attachment.MARK) -> {
                    return new FirstRound.Fails(named(query, reserved()));
                }
                case Rendered.Prompt(var text) -> open.add(new Open(i, query, List.of(text), media));
            }
        }
        return new FirstRound.Sends(open);
    }

    /// The text would be taken for a placeholder.
    private static Reason reserved() {
        return Reason.of(
                "reserved_text", "a prompt with attachments must not contain the text '" + Attachment.MARK + "'");
    }

    private static Reason collision(String key) {
        return Reason.of("output_key_collision", "the row already has a field '" + key + "'; choose another output_key")
                .with("field", key);
    }

    private TransformResult askAll(Row row, List<Open> all, PluginContext context) throws InterruptedException {
        @Nullable Object[] values = new @Nullable Object[all.size()];
        @Nullable AnswerCalls[] made = new @Nullable AnswerCalls[all.size()];
        List<Open> open = all;
        for (int round = 0; !open.isEmpty(); round++) {
            boolean isLast = round >= settings.maxSchemaRetries();
            int answers = round + 1;
            List<ModelService.ModelCall> modelCalls = modelCalls(open, round);
            List<CallResult> results = caches.get(open.getFirst().index()).send(() -> send(modelCalls, context));
            List<Open> again = new ArrayList<>();
            for (int i = 0; i < open.size(); i++) {
                Open asked = open.get(i);
                ReplyReading reading = modelCalls.get(i).reading();
                made[asked.index()] = AnswerCalls.of(made[asked.index()], results.get(i), reading)
                        .orElse(null);
                switch (ModelAnswer.of(results.get(i), reading, asked.query())) {
                    case ModelAnswer.Value(var value) -> values[asked.index()] = value;
                    case ModelAnswer.Failed(var reason) -> {
                        return error(asked.query(), reason);
                    }
                    case ModelAnswer.Unfit(var _, var why)
                    when isLast -> {
                        return error(asked.query(), invalid(why, answers));
                    }
                    case ModelAnswer.Unfit unfit -> again.add(corrected(asked, unfit));
                }
            }
            open = again;
        }
        Row answered = row;
        for (int i = 0; i < values.length; i++) {
            AnswerCalls calls = Objects.requireNonNull(made[i], "an answered question was asked");
            answered = settings.queries().get(i).output().addTo(answered, values[i], calls);
        }
        return TransformResult.success(answered);
    }

    /// Calls that are sent together ask for the same tier.
    private List<ModelService.ModelCall> modelCalls(List<Open> open, int round) {
        ServiceTier tier = service.tierNow();
        var modelCalls = new ArrayList<ModelService.ModelCall>(open.size());
        for (Open asked : open) {
            modelCalls.add(service.modelCall(
                    1 + asked.index() + MAX_QUERIES * round,
                    asked.query()
                            .request(
                                    settings.target().name().model(),
                                    asked.messages(),
                                    settings.parameters(),
                                    asked.media()),
                    caches.get(asked.index()).policy(),
                    tier,
                    reply -> isUsable(ModelAnswer.of(reply, asked.query()), round)));
        }
        return modelCalls;
    }

    /// An answer that does not match the schema leads to the next round, if there is one.
    private boolean isUsable(ModelAnswer answer, int round) {
        return switch (answer) {
            case ModelAnswer.Value _ -> true;
            case ModelAnswer.Unfit _ -> round < settings.maxSchemaRetries();
            case ModelAnswer.Failed _ -> false;
        };
    }

    /// Sends the calls; new answers may lead to an explicit cache for those of later rows.
    private List<CallResult> send(List<ModelService.ModelCall> modelCalls, PluginContext context)
            throws InterruptedException {
        List<CallResult> results = send(modelCalls, context.calls());
        boolean sent = modelCalls.stream().anyMatch(call -> call.form().isAttempted());
        for (int i = 0; i < cacheManagers.size(); i++) {
            if (sent && cacheManagers.get(i).isPresent()) {
                cacheManagers.get(i).get().afterAnswers(i, context.token(), context.calls());
            }
        }
        return results;
    }

    private static List<CallResult> send(List<ModelService.ModelCall> modelCalls, Calls calls)
            throws InterruptedException {
        return modelCalls.size() == 1
                ? List.of(calls.send(modelCalls.getFirst().call()))
                : calls.sendAll(
                        modelCalls.stream().map(ModelService.ModelCall::call).toList());
    }

    /// The query again, with the invalid answer and the reason.
    private static Open corrected(Open asked, ModelAnswer.Unfit unfit) {
        String shown = unfit.text().length() <= SHOWN_ANSWER
                ? unfit.text()
                : unfit.text().substring(0, unfit.text().offsetByCodePoints(0, SHOWN_ANSWER / 2)) + "…";
        String correction = "Your last answer was:\n" + shown + "\n\nIt does not have the form that was asked for: "
                + unfit.why() + "\n\nAnswer again, with JSON alone that keeps the schema.";
        return new Open(asked.index(), asked.query(), List.of(asked.messages().getFirst(), correction), asked.media());
    }

    private static Reason invalid(String why, int answers) {
        return Reason.of("schema_invalid", "the answer does not match output_schema: " + why)
                .with("answers", answers);
    }

    private TransformResult error(Query query, Reason reason) {
        return TransformResult.error(named(query, reason));
    }

    /// The reason, with the query's name if there are several.
    private Reason named(Query query, Reason reason) {
        if (!settings.isMulti()) {
            return reason;
        }
        var named = new Reason(
                reason.code(),
                "query '" + query.name() + "': " + reason.message(),
                reason.details(),
                reason.retryable());
        return named.with("query", query.name());
    }
}
