package dev.rowan.providers.llm;

import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.providers.price.ModelPrice;
import dev.rowan.providers.service.Dedupe;
import dev.rowan.providers.service.ServiceLocation;
import dev.rowan.providers.template.PromptTemplate;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Settings of `embeddings`. `text` renders what is embedded, given by the option `textOption`.
record EmbeddingSettings(
        ModelTarget target,
        EmbeddingApi api,
        PromptTemplate text,
        String textOption,
        String outputKey,
        Optional<Integer> dimensions,
        boolean sharesAnswers) {

    private static final int MAX_DIMENSIONS = 65_536;

    static final Option<String> FIELD =
            Option.text("field").optional().describedAs("field whose text is embedded; or use 'template'");
    static final Option<String> TEMPLATE = Option.text("template")
            .optional()
            .describedAs("template of the text, with placeholders such as {{ title }} for fields");
    static final Option<String> OUTPUT_KEY =
            Option.text("output_key").orElse("embedding").describedAs("new field for the vector, a list of numbers");
    static final Option<Long> DIMENSIONS = Option.integer("dimensions", 1, MAX_DIMENSIONS)
            .optional()
            .describedAs("length of the vector; default: the model's own");
    static final Option<Duration> TIMEOUT = Option.duration("timeout")
            .orElse(Duration.ofMinutes(2))
            .describedAs("timeout of one attempt; the provider usually charges for a request that timed out");

    private static final Option<BigDecimal> INPUT = Option.decimal(
                    "input", Optional.empty(), Optional.of(BigDecimal.valueOf(1_000_000)))
            .describedAs("input tokens");
    static final Option<ModelPrice> PRICE = Option.nested("price", Options.of(INPUT), EmbeddingSettings::price)
            .optional()
            .describedAs("price in US dollars per 1,000,000 tokens, overriding the built-in price list");

    static final Options OPTIONS = Options.of(
            LlmOptions.MODEL,
            LlmOptions.BASE_URL,
            LlmOptions.API_KEY,
            LlmOptions.API_VERSION,
            FIELD,
            TEMPLATE,
            OUTPUT_KEY,
            DIMENSIONS,
            LlmOptions.EXTRA_HEADERS,
            TIMEOUT,
            Dedupe.OPTION,
            PRICE);

    /// Reads the settings; empty if problems were reported without which nothing can be built.
    static Optional<EmbeddingSettings> read(Section options) {
        Optional<ServiceLocation> location = options.find(LlmOptions.BASE_URL);
        PromptChecks.noTemplate(options, LlmOptions.MODEL);
        Optional<ModelName> name = ModelName.parse(
                options.get(LlmOptions.MODEL),
                location.filter(ServiceLocation.At.class::isInstance).isPresent());
        Optional<EmbeddingApi> api = name.flatMap(model -> EmbeddingApi.of(model.provider()));
        if (api.isEmpty()) {
            String given = options.get(LlmOptions.MODEL);
            options.problem(
                    LlmOptions.MODEL,
                    "must be provider/model with a provider of " + String.join(", ", EmbeddingApi.providers())
                            + ", got '" + given + "'"
                            + NearName.hint(ModelName.first(given), EmbeddingApi.providers())
                                    .map(near -> "; " + near)
                                    .orElse(""));
        }
        name.ifPresent(model -> check(options, model, location));
        Option<String> textOption = options.find(FIELD).isPresent() ? FIELD : TEMPLATE;
        Optional<PromptTemplate> text = text(options, textOption);
        if (api.isEmpty() || text.isEmpty()) {
            return Optional.empty();
        }
        var target = new ModelTarget(
                name.orElseThrow(),
                location,
                options.find(LlmOptions.API_KEY),
                LlmOptions.BASE_URL.name(),
                options.find(LlmOptions.API_VERSION),
                ModelTarget.Api.CHAT,
                options.get(TIMEOUT),
                options.find(LlmOptions.EXTRA_HEADERS).orElse(Map.of()),
                options.find(PRICE),
                CostOptions.DEFAULT,
                SignInOptions.NONE,
                BatchFileOptions.NONE);
        return Optional.of(new EmbeddingSettings(
                target,
                api.get(),
                text.get(),
                textOption.name(),
                options.get(OUTPUT_KEY),
                options.find(DIMENSIONS).map(Long::intValue),
                options.get(Dedupe.OPTION).shares(true)));
    }

    private static void check(Section options, ModelName name, Optional<ServiceLocation> location) {
        location.flatMap(at -> at instanceof ServiceLocation.At(URI base) ? Optional.of(base) : Optional.empty())
                .flatMap(name.provider()::pathProblem)
                .ifPresent(problem -> options.problem(LlmOptions.BASE_URL, problem));
        if (!name.provider().knowsApiVersion()
                && options.find(LlmOptions.API_VERSION).isPresent()) {
            options.problem(
                    LlmOptions.API_VERSION,
                    "must be absent here: " + name.provider().word() + " has no API versions");
        }
    }

    /// The text of a field is the simplest template.
    private static Optional<PromptTemplate> text(Section options, Option<String> option) {
        Optional<String> given = options.find(option);
        if (given.isEmpty()) {
            options.problem(FIELD, "needs 'field' or 'template'");
            return Optional.empty();
        }
        if (option == FIELD && options.find(TEMPLATE).isPresent()) {
            options.problem(TEMPLATE, "must be absent where 'field' is given");
        }
        if (option == FIELD && !given.get().matches("[A-Za-z_][A-Za-z0-9_]*")) {
            options.problem(
                    FIELD, "must be a name of letters, digits and _, got '" + given.get() + "'; use 'template'");
            return Optional.empty();
        }
        return switch (PromptTemplate.parse(option == FIELD ? "{{ " + given.get() + " }}" : given.get())) {
            case PromptTemplate.Parsed.Ready(var template) -> {
                if (template.isConstant()) {
                    options.problem(option, "must use a field, otherwise every row has the same vector");
                }
                yield Optional.of(template);
            }
            case PromptTemplate.Parsed.Broken(var message) -> {
                options.problem(option, message);
                yield Optional.empty();
            }
        };
    }

    private static ModelPrice price(Section section) {
        if (section.get(INPUT).signum() < 0) {
            section.problem(INPUT, "must be at least 0");
        }
        return ModelPrice.of(section.get(INPUT).max(BigDecimal.ZERO), BigDecimal.ZERO);
    }
}
