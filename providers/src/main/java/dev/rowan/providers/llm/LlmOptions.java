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
import dev.rowan.providers.attachment.AttachmentField;
import dev.rowan.providers.cache.CacheMode;
import dev.rowan.providers.chat.ExtraBody;
import dev.rowan.providers.chat.ReasoningEffort;
import dev.rowan.providers.price.ModelPrice;
import dev.rowan.providers.service.Dedupe;
import dev.rowan.providers.service.ServiceLocation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The options of the three transforms.
final class LlmOptions {
    static final Option<String> MODEL = Option.text("model").describedAs("model: provider/model or provider:model");
    static final Option<String> ROUTED_MODEL =
            Option.text("model").describedAs("model in OpenRouter's notation: vendor/model");
    static final Option<String> DEPLOYMENT_NAME = Option.text("deployment_name").describedAs("deployment name");
    static final Option<ServiceLocation> BASE_URL = ServiceLocation.named("base_url")
            .optional()
            .describedAs("base URL of the API; default: the provider's own; an OpenAI-compatible server needs "
                    + "no api_key");
    static final Option<ServiceLocation> ENDPOINT = ServiceLocation.named("endpoint")
            .optional()
            .describedAs(
                    "endpoint of the Azure OpenAI resource; default: environment variable " + "AZURE_OPENAI_ENDPOINT");
    static final Option<SecretReference> API_KEY = SecretOption.named("api_key")
            .optional()
            .describedAs("API key; default: the provider's environment variable");
    static final Option<String> API_VERSION = Option.text("api_version")
            .optional()
            .describedAs("API version; default: 2023-06-01 (anthropic), the v1 API (azure), v1beta (gemini)");
    private static final Option<String> AZURE_API_VERSION = Option.text("api_version")
            .optional()
            .describedAs("version of the older API, such as 2024-10-21; default: the v1 API");
    static final Option<ModelTarget.Api> API = Option.choice("api", ModelTarget.Api.class)
            .orElse(ModelTarget.Api.CHAT)
            .describedAs("OpenAI API to use");

    static final Option<String> SYSTEM_PROMPT =
            Option.text("system_prompt").optional().describedAs("system prompt, the same for every row");
    static final Option<String> USER_PROMPT_TEMPLATE = Option.text("user_prompt_template")
            .optional()
            .describedAs("user prompt template, with placeholders such as {{ text }} for fields");
    static final Option<String> SYSTEM_PROMPT_FILE = Option.text("system_prompt_file")
            .optional()
            .describedAs("file with the system prompt; relative to the pipeline file's directory");
    static final Option<String> USER_PROMPT_FILE =
            Option.text("user_prompt_file").optional().describedAs("file with the user prompt template");
    static final Option<Boolean> CONSTANT_PROMPT = Option.bool("constant_prompt")
            .orElse(false)
            .describedAs("allow a prompt without fields, the same for every row");
    static final Option<Boolean> ALLOW_EMPTY = Option.bool("allow_empty")
            .orElse(false)
            .describedAs("whether an empty answer passes; otherwise the row fails with empty_answer");
    static final Option<Boolean> QUERY_ALLOW_EMPTY =
            Option.bool("allow_empty").optional().describedAs("as above, for this query only");
    static final Option<String> OUTPUT_KEY =
            Option.text("output_key").optional().describedAs("new field for the answer");
    static final Option<Map<String, String>> OUTPUT = Option.textMap("output")
            .optional()
            .describedAs(
                    "new fields with one key each of a structured answer: {field: key, …}; needs " + "output_schema");
    static final Option<Map<String, AnswerMetadata>> OUTPUT_METADATA = AnswerMetadata.named("output_metadata")
            .optional()
            .describedAs("new fields with the model, usage or cost of the answer: {field: model, …}; includes "
                    + "schema retries");
    static final Option<SchemaSource> OUTPUT_SCHEMA = SchemaSource.named("output_schema")
            .optional()
            .describedAs("JSON Schema that the answer must match; the field then holds the parsed value");
    static final Option<Long> MAX_SCHEMA_RETRIES = Option.integer("max_schema_retries", 0, 10)
            .orElse(1L)
            .describedAs("how often to retry an answer that does not match the schema; each retry is paid for");
    static final Option<Long> MAX_TOKENS = Option.integer("max_tokens", 1, 1_000_000)
            .orElse(1_024L)
            .describedAs("maximum length of an answer in tokens; a row with a truncated answer fails");
    static final Option<BigDecimal> TEMPERATURE = Option.decimal(
                    "temperature", Optional.empty(), Optional.of(BigDecimal.TWO))
            .optional()
            .describedAs("sampling temperature from 0; not sent by default");
    static final Option<BigDecimal> TOP_P = Option.decimal(
                    "top_p", Optional.of(BigDecimal.ZERO), Optional.of(BigDecimal.ONE))
            .optional()
            .describedAs("nucleus sampling; not sent by default");
    static final Option<Long> SEED = Option.integer("seed", Long.MIN_VALUE)
            .optional()
            .describedAs("seed for reproducible sampling, best effort; not supported by anthropic");
    static final Option<List<String>> STOP = Option.texts(
                    "stop", text -> text.isEmpty() ? Optional.of("must not be empty") : Optional.empty())
            .optional()
            .describedAs("stop sequences");
    static final Option<ReasoningEffort> REASONING_EFFORT = Option.choice("reasoning_effort", ReasoningEffort.class)
            .optional()
            .describedAs("reasoning effort; reasoning counts towards max_tokens; not sent by default");
    static final Option<ExtraBody> EXTRA_BODY = Option.free(
                    "extra_body", "a mapping of request fields", Map.of("type", "object"), LlmOptions::extraBody)
            .optional()
            .describedAs("additional request fields, merged into the body and recorded with it");
    static final Option<Map<String, HeaderValue>> EXTRA_HEADERS = HeaderOption.named("extra_headers")
            .optional()
            .describedAs(
                    "additional headers of every request to the provider; values given by reference are " + "secrets");
    static final Option<CacheMode> CACHE = CacheOption.named("cache")
            .orElse(CacheMode.AUTO)
            .describedAs(
                    "the provider's prompt cache: auto uses it where it saves, {ttl: 1h} keeps prefixes for an hour");
    static final Option<TierOption> TIER = Option.choice("tier", TierOption.class)
            .orElse(TierOption.STANDARD)
            .describedAs(
                    "service tier: flex is slower and cheaper, priority faster and more expensive, auto is flex unless"
                            + " run.deadline would be missed; a rejected tier falls back to standard (openai, azure, groq,"
                            + " bedrock)");
    static final Option<Duration> TIMEOUT = Option.duration("timeout")
            .orElse(Duration.ofMinutes(10))
            .describedAs("timeout of one attempt, 20m with tier: flex; the provider usually charges for a request that"
                    + " timed out");

    private static final Option<BigDecimal> INPUT = price("input").describedAs("input tokens");
    private static final Option<BigDecimal> CACHED_INPUT =
            price("cached_input").optional().describedAs("cached input tokens; default: same as input");
    private static final Option<BigDecimal> CACHE_WRITE = price("cache_write")
            .optional()
            .describedAs("input tokens written to a cache; default: the provider's usual share of input");
    private static final Option<BigDecimal> CACHE_WRITE_HOUR = price("cache_write_1h")
            .optional()
            .describedAs("input tokens written to a cache for an hour; default: as above");
    private static final Option<BigDecimal> CACHE_STORAGE = price("cache_storage")
            .optional()
            .describedAs("tokens in an explicit cache (Gemini) for an hour; default: that of the built-in price list");
    private static final Option<BigDecimal> OUTPUT_PRICE = price("output").describedAs("output tokens");
    static final Option<ModelPrice> PRICE = Option.nested(
                    "price",
                    Options.of(INPUT, CACHED_INPUT, CACHE_WRITE, CACHE_WRITE_HOUR, CACHE_STORAGE, OUTPUT_PRICE),
                    LlmOptions::price)
            .optional()
            .describedAs("price in US dollars per 1,000,000 tokens, overriding the built-in price list");

    static final Option<String> NAME =
            Option.text("name").optional().describedAs("name of the query in messages; default: its first field");
    static final Option<String> QUERY_KEY =
            Option.text("output_key").optional().describedAs("new field for the answer");
    static final Option<Long> QUERY_MAX_TOKENS =
            Option.integer("max_tokens", 1, 1_000_000).optional().describedAs("as above, for this query only");
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
            .describedAs("several prompts per row, sent concurrently; the row passes when all are answered");

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
            CACHE,
            TIER,
            Dedupe.OPTION,
            PRICE);

    private static final Options MEDIA = Options.of(AttachmentField.ATTACHMENTS);

    static final Options LLM = Options.of(
                    MODEL,
                    BASE_URL,
                    API_KEY,
                    SignInOptions.SIGN_IN,
                    SignInOptions.REGION,
                    SignInOptions.PROJECT,
                    BatchFileOptions.BATCH_BUCKET,
                    BatchFileOptions.ROLE_ARN,
                    BatchFileOptions.BATCH_ACCOUNT,
                    API_VERSION,
                    API)
            .and(QUESTIONS)
            .and(MEDIA);
    static final Options AZURE = Options.of(
                    DEPLOYMENT_NAME, ENDPOINT, API_KEY, SignInOptions.SIGN_IN, AZURE_API_VERSION)
            .and(QUESTIONS)
            .and(MEDIA);
    static final Options OPENROUTER =
            Options.of(ROUTED_MODEL, BASE_URL, API_KEY).and(QUESTIONS);

    private LlmOptions() {}

    private static Option.Reading<ExtraBody> extraBody(ConfigNode node) {
        return node instanceof ConfigNode.Mapping mapping
                ? new Option.Reading.Value<>(new ExtraBody(SchemaSource.map(mapping)))
                : new Option.Reading.Wrong<>("must be a mapping of request fields");
    }

    private static Option<BigDecimal> price(String name) {
        return Option.decimal(name, Optional.empty(), Optional.of(BigDecimal.valueOf(1_000_000)));
    }

    private static ModelPrice price(Section section) {
        for (Option<BigDecimal> option :
                List.of(INPUT, CACHED_INPUT, CACHE_WRITE, CACHE_WRITE_HOUR, CACHE_STORAGE, OUTPUT_PRICE)) {
            if (section.find(option).filter(n -> n.signum() < 0).isPresent()) {
                section.problem(option, "must be at least 0");
            }
        }
        return new ModelPrice(
                section.get(INPUT).max(BigDecimal.ZERO),
                section.find(CACHED_INPUT),
                new ModelPrice.WritePrices(section.find(CACHE_WRITE), section.find(CACHE_WRITE_HOUR)),
                section.get(OUTPUT_PRICE).max(BigDecimal.ZERO),
                Optional.empty(),
                Map.of(),
                section.find(CACHE_STORAGE),
                "pipeline");
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
