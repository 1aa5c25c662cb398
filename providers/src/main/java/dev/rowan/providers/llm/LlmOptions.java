package dev.rowan.providers.llm;

import dev.rowan.api.call.HeaderOption;
import dev.rowan.api.call.HeaderOption.HeaderValue;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.OptionKind;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.providers.chat.ExtraBody;
import dev.rowan.providers.chat.ReasoningEffort;
import dev.rowan.providers.price.ModelPrice;
import dev.rowan.providers.service.ServiceLocation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The keys of the three transforms.
final class LlmOptions {
    static final Option<String> MODEL =
            Option.text("model").describedAs("who answers: provider/model or provider:model");
    static final Option<String> ROUTED_MODEL =
            Option.text("model").describedAs("the model, as OpenRouter names it: vendor/model");
    static final Option<String> DEPLOYMENT_NAME =
            Option.text("deployment_name").describedAs("the name of the deployment that answers");
    static final Option<ServiceLocation> BASE_URL = ServiceLocation.named("base_url")
            .optional()
            .describedAs("the provider's address when it is not the usual one; a server that speaks like OpenAI's"
                    + " needs no api_key");
    static final Option<ServiceLocation> ENDPOINT = ServiceLocation.named("endpoint")
            .optional()
            .describedAs("the address of the Azure OpenAI resource; AZURE_OPENAI_ENDPOINT when absent");
    static final Option<SecretReference> API_KEY = SecretOption.named("api_key")
            .optional()
            .describedAs("the key; the provider's environment variable when absent");
    static final Option<String> API_VERSION = Option.text("api_version")
            .optional()
            .describedAs("the version of the provider's interface: anthropic (2023-06-01), azure (the newer interface"
                    + " without one), gemini (v1beta)");
    private static final Option<String> AZURE_API_VERSION = Option.text("api_version")
            .optional()
            .describedAs("the version of the older interface, such as 2024-10-21; the newer one when absent");
    static final Option<ModelTarget.Api> API = Option.choice("api", ModelTarget.Api.class)
            .orElse(ModelTarget.Api.CHAT)
            .describedAs("which of OpenAI's interfaces is spoken");

    static final Option<String> SYSTEM_PROMPT = Option.text("system_prompt")
            .optional()
            .describedAs("what the model is told before the question, the same for every row");
    static final Option<String> USER_PROMPT_TEMPLATE = Option.text("user_prompt_template")
            .optional()
            .describedAs("the question, with places such as {{ text }} for the row's fields");
    static final Option<String> SYSTEM_PROMPT_FILE = Option.text("system_prompt_file")
            .optional()
            .describedAs("a file that holds the system prompt; a relative path starts from the pipeline file's folder");
    static final Option<String> USER_PROMPT_FILE = Option.text("user_prompt_file")
            .optional()
            .describedAs("a file that holds the question, as user_prompt_template would");
    static final Option<Boolean> CONSTANT_PROMPT = Option.bool("constant_prompt")
            .orElse(false)
            .describedAs("allows a prompt that uses no field, so that every row asks the same question");
    static final Option<Boolean> ALLOW_EMPTY = Option.bool("allow_empty")
            .orElse(false)
            .describedAs("whether an empty answer passes; without it the row ends as empty_answer");
    static final Option<Boolean> QUERY_ALLOW_EMPTY =
            Option.bool("allow_empty").optional().describedAs("as above, for this query alone");
    static final Option<String> OUTPUT_KEY =
            Option.text("output_key").optional().describedAs("the new field that holds the answer");
    static final Option<Map<String, String>> OUTPUT = Option.textMap("output")
            .optional()
            .describedAs(
                    "new fields that each hold one key of a structured answer: {field: key, …}; needs output_schema");
    static final Option<Map<String, AnswerMetadata>> OUTPUT_METADATA = AnswerMetadata.named("output_metadata")
            .optional()
            .describedAs(
                    "new fields that hold who answered and what that used: {field: model, …}; re-asks are counted in");
    static final Option<SchemaSource> OUTPUT_SCHEMA = SchemaSource.named("output_schema")
            .optional()
            .describedAs("the JSON Schema that the answer must keep; the field then holds the parsed value");
    static final Option<Long> MAX_SCHEMA_RETRIES = Option.integer("max_schema_retries", 0, 10)
            .orElse(1L)
            .describedAs("how often an answer that does not keep the schema is asked for again, at its price");
    static final Option<Long> MAX_TOKENS = Option.integer("max_tokens", 1, 1_000_000)
            .orElse(1_024L)
            .describedAs("the longest answer in tokens; a longer one is cut off and the row fails");
    static final Option<BigDecimal> TEMPERATURE = Option.decimal(
                    "temperature", Optional.empty(), Optional.of(BigDecimal.TWO))
            .optional()
            .describedAs("how freely the model chooses its words, from 0; not sent when absent");
    static final Option<BigDecimal> TOP_P = Option.decimal(
                    "top_p", Optional.of(BigDecimal.ZERO), Optional.of(BigDecimal.ONE))
            .optional()
            .describedAs("the share of likely words that the model chooses from; not sent when absent");
    static final Option<Long> SEED = Option.integer("seed", Long.MIN_VALUE)
            .optional()
            .describedAs("asks for the same answer to the same question, as far as the provider can; not at anthropic");
    static final Option<List<String>> STOP = Option.texts(
                    "stop", text -> text.isEmpty() ? Optional.of("must not be empty") : Optional.empty())
            .optional()
            .describedAs("texts at which the model ends its answer");
    static final Option<ReasoningEffort> REASONING_EFFORT = Option.choice("reasoning_effort", ReasoningEffort.class)
            .optional()
            .describedAs("how much the model thinks before it answers, within max_tokens; not sent when absent");
    static final Option<ExtraBody> EXTRA_BODY = Option.free(
                    "extra_body",
                    "a mapping of more fields of the request",
                    Map.of("type", "object"),
                    LlmOptions::extraBody)
            .optional()
            .describedAs("fields of the request that have no key here, merged into its body and recorded with it");
    static final Option<Map<String, HeaderValue>> EXTRA_HEADERS = HeaderOption.named("extra_headers")
            .optional()
            .describedAs("headers of every request to the provider; values by reference are kept as secrets");
    static final Option<Duration> TIMEOUT = Option.duration("timeout")
            .orElse(Duration.ofMinutes(10))
            .describedAs("how long one call may take; one that is given up has usually been paid for");

    private static final Option<BigDecimal> INPUT = price("input").describedAs("tokens of the question");
    private static final Option<BigDecimal> CACHED_INPUT = price("cached_input")
            .optional()
            .describedAs("tokens of the question that the provider had in its cache; as input when absent");
    private static final Option<BigDecimal> OUTPUT_PRICE = price("output").describedAs("tokens of the answer");
    static final Option<ModelPrice> PRICE = Option.nested(
                    "price", Options.of(INPUT, CACHED_INPUT, OUTPUT_PRICE), LlmOptions::price)
            .optional()
            .describedAs("US dollars for 1,000,000 tokens, in place of the price list that comes along");

    static final Option<String> NAME =
            Option.text("name").optional().describedAs("the query's name in messages; its first field when absent");
    static final Option<String> QUERY_KEY =
            Option.text("output_key").optional().describedAs("the new field of the answer");
    static final Option<Long> QUERY_MAX_TOKENS =
            Option.integer("max_tokens", 1, 1_000_000).optional().describedAs("as above, for this query alone");
    private static final Options QUERY = Options.of(
            NAME,
            QUERY_KEY,
            OUTPUT,
            OUTPUT_METADATA,
            USER_PROMPT_TEMPLATE,
            USER_PROMPT_FILE,
            CONSTANT_PROMPT,
            SYSTEM_PROMPT,
            SYSTEM_PROMPT_FILE,
            OUTPUT_SCHEMA,
            QUERY_ALLOW_EMPTY,
            QUERY_MAX_TOKENS);
    static final Option<List<Section>> QUERIES = Option.sections(
                    "queries",
                    QUERY,
                    "a list of mappings with output_key (or output) and user_prompt_template (or"
                            + " user_prompt_file), and name, constant_prompt, system_prompt,"
                            + " output_schema, output_metadata, allow_empty, max_tokens where wanted",
                    querySchema())
            .optional()
            .describedAs("several questions about each row, asked at once; the row passes when all are answered");

    private static final Options QUESTIONS = Options.of(
            SYSTEM_PROMPT,
            SYSTEM_PROMPT_FILE,
            USER_PROMPT_TEMPLATE,
            USER_PROMPT_FILE,
            CONSTANT_PROMPT,
            OUTPUT_KEY,
            OUTPUT,
            OUTPUT_METADATA,
            OUTPUT_SCHEMA,
            ALLOW_EMPTY,
            QUERIES,
            MAX_SCHEMA_RETRIES,
            MAX_TOKENS,
            TEMPERATURE,
            TOP_P,
            SEED,
            STOP,
            REASONING_EFFORT,
            EXTRA_BODY,
            EXTRA_HEADERS,
            TIMEOUT,
            PRICE);

    static final Options LLM =
            Options.of(MODEL, BASE_URL, API_KEY, API_VERSION, API).and(QUESTIONS);
    static final Options AZURE =
            Options.of(DEPLOYMENT_NAME, ENDPOINT, API_KEY, AZURE_API_VERSION).and(QUESTIONS);
    static final Options OPENROUTER =
            Options.of(ROUTED_MODEL, BASE_URL, API_KEY).and(QUESTIONS);

    private LlmOptions() {}

    private static Option.Reading<ExtraBody> extraBody(ConfigNode node) {
        return node instanceof ConfigNode.Mapping mapping
                ? new Option.Reading.Value<>(new ExtraBody(SchemaSource.map(mapping)))
                : new Option.Reading.Wrong<>("must be a mapping of more fields of the request");
    }

    private static Option<BigDecimal> price(String name) {
        return Option.decimal(name, Optional.empty(), Optional.of(BigDecimal.valueOf(1_000_000)));
    }

    private static ModelPrice price(Section section) {
        for (Option<BigDecimal> option : List.of(INPUT, CACHED_INPUT, OUTPUT_PRICE)) {
            if (section.find(option).filter(n -> n.signum() < 0).isPresent()) {
                section.problem(option, "must be at least 0");
            }
        }
        return new ModelPrice(
                section.get(INPUT).max(BigDecimal.ZERO),
                section.find(CACHED_INPUT),
                Optional.empty(),
                section.get(OUTPUT_PRICE).max(BigDecimal.ZERO),
                Optional.empty());
    }

    private static Map<String, Object> querySchema() {
        Map<String, Object> text = Map.of("type", "string");
        var properties = new LinkedHashMap<String, Object>();
        for (Option<String> option :
                List.of(NAME, QUERY_KEY, USER_PROMPT_TEMPLATE, USER_PROMPT_FILE, SYSTEM_PROMPT, SYSTEM_PROMPT_FILE)) {
            properties.put(option.name(), text);
        }
        properties.put(OUTPUT.name(), Map.of("type", "object", "additionalProperties", text));
        properties.put(CONSTANT_PROMPT.name(), Map.of("type", "boolean"));
        properties.put(QUERY_ALLOW_EMPTY.name(), Map.of("type", "boolean"));
        properties.put(QUERY_MAX_TOKENS.name(), Map.of("type", "integer", "minimum", 1));
        for (Option<?> option : List.of(OUTPUT_SCHEMA, OUTPUT_METADATA)) {
            if (option.kind() instanceof OptionKind.Free(var _, var schema)) {
                properties.put(option.name(), schema);
            }
        }
        return Map.of(
                "type",
                "array",
                "minItems",
                1,
                "items",
                Map.of("type", "object", "additionalProperties", false, "properties", properties));
    }
}
