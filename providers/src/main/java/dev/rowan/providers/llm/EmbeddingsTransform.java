package dev.rowan.providers.llm;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.batch.BatchCapable;
import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.PromptTransform;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.FieldUse.Role;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldPath;
import dev.rowan.providers.embedding.EmbeddingReply;
import dev.rowan.providers.embedding.EmbeddingRequest;
import dev.rowan.providers.template.PromptTemplate.Rendered;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Adds the vector of a text to each row, with one call.
final class EmbeddingsTransform implements RowTransform, CallPlanner, BatchCapable, PromptTransform {
    private final EmbeddingSettings settings;

    /// Set once by [#prepare], before any row's thread exists.
    private @Nullable EmbeddingService service;

    EmbeddingsTransform(EmbeddingSettings settings) {
        this.settings = settings;
    }

    @Override
    public void prepare(PluginSetup setup) throws PluginException, InterruptedException {
        service = settings.target().embeddings(settings.api(), setup);
    }

    /// The request for a row, or the reason why there is none.
    private sealed interface Asked {
        record Sends(EmbeddingRequest request) implements Asked {}

        record Fails(Reason reason) implements Asked {}
    }

    private Asked ask(Row row) {
        if (row.has(settings.outputKey())) {
            return new Asked.Fails(Reason.of(
                            "output_key_collision",
                            "the row already has a field '" + settings.outputKey() + "'; choose another output_key")
                    .with("field", settings.outputKey()));
        }
        return switch (settings.text().render(row)) {
            case Rendered.Failed(var reason) -> new Asked.Fails(reason);
            case Rendered.Prompt(var text)
            when text.isBlank() -> new Asked.Fails(Reason.of("empty_prompt", "the text to embed is empty"));
            case Rendered.Prompt(var text) ->
                new Asked.Sends(new EmbeddingRequest(settings.target().name().model(), text, settings.dimensions()));
        };
    }

    @Override
    public TransformResult process(Row row, PluginContext context) throws InterruptedException {
        return switch (ask(row)) {
            case Asked.Fails(var reason) -> TransformResult.error(reason);
            case Asked.Sends(var request) -> {
                CallResult result = context.calls().send(prepared().call(request));
                yield result instanceof CallResult.Answered answered
                        ? added(row, prepared().codec().reply(answered.reply()))
                        : TransformResult.error(result.failure().orElseThrow());
            }
        };
    }

    private TransformResult added(Row row, EmbeddingReply reply) {
        return switch (reply) {
            case EmbeddingReply.Vector(var values, var _)
            when settings.dimensions().filter(n -> n != values.size()).isPresent() ->
                malformed("it has " + values.size() + " numbers, and 'dimensions' asks for "
                        + settings.dimensions().get());
            case EmbeddingReply.Vector(var values, var _) ->
                TransformResult.success(row.with(settings.outputKey(), values));
            case EmbeddingReply.Malformed(var why, var _) -> malformed(why);
            case EmbeddingReply.Rejected(var rejection) -> malformed(rejection.message());
        };
    }

    private static TransformResult malformed(String why) {
        return TransformResult.error(Reason.of("malformed_response", "the reply holds no usable vector: " + why));
    }

    /// A model gives equal texts equal vectors.
    @Override
    public boolean sharesAnswers() {
        return settings.sharesAnswers();
    }

    @Override
    public Plan plan(Row row) {
        return switch (ask(row)) {
            case Asked.Fails(var reason) -> new Plan.Ends(reason);
            case Asked.Sends(var request) -> new Plan.Sends(List.of(prepared().call(request)));
        };
    }

    @Override
    public Set<String> adds() {
        return Set.of(settings.outputKey());
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return input.with(adds());
    }

    @Override
    public List<FieldUse> fieldUses() {
        var uses = new ArrayList<FieldUse>();
        settings.text().names().stream()
                .sorted()
                .forEach(name -> uses.add(new FieldUse(List.of(name), Role.REQUIRED, List.of(settings.textOption()))));
        uses.add(new FieldUse(List.of(settings.outputKey()), Role.ADDED, List.of(EmbeddingSettings.OUTPUT_KEY.name())));
        return uses;
    }

    @Override
    public Set<FieldPath> promptFields() {
        return settings.text().fields();
    }

    @Override
    public Optional<BigDecimal> batchShare() {
        return batchLimits().map(BatchLimits::share);
    }

    @Override
    public Optional<BatchLimits> batchLimits() {
        return settings.api().batchLimits(settings.target().name().provider());
    }

    @Override
    public BatchService batchService() {
        return settings.api()
                .batches(
                        settings.target().name(),
                        prepared().endpoint(),
                        prepared().batchReceipts());
    }

    private EmbeddingService prepared() {
        EmbeddingService prepared = service;
        if (prepared == null) {
            throw new IllegalStateException("call prepare first");
        }
        return prepared;
    }
}
