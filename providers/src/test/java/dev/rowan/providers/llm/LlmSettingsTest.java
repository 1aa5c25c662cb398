package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.asking;
import static dev.rowan.providers.llm.Given.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.HeaderOption.HeaderValue;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.api.text.FieldPath;
import dev.rowan.providers.bucket.BucketAddress;
import dev.rowan.providers.cache.CacheMode;
import dev.rowan.providers.chat.ExtraBody;
import dev.rowan.providers.chat.GenerationParameters;
import dev.rowan.providers.chat.ReasoningEffort;
import dev.rowan.providers.price.ModelPrice;
import dev.rowan.providers.price.ServiceTier;
import dev.rowan.providers.service.ServiceLocation;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeSetup;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LlmSettingsTest {
    private static final Map<String, Object> FULL = options(
            "model",
            "openai/gpt-x",
            "base_url",
            "https://llm.example.org/v1",
            "api_key",
            "file:key.txt",
            "api",
            "responses",
            "system_prompt_file",
            "system.txt",
            "user_prompt_file",
            "question.txt",
            "output_key",
            "label",
            "output",
            options("mood", "label"),
            "output_metadata",
            options("by", "model"),
            "output_schema",
            "label.schema.json",
            "max_schema_retries",
            3,
            "max_tokens",
            77,
            "temperature",
            0.5,
            "top_p",
            0.9,
            "reasoning_effort",
            "low",
            "extra_body",
            options("user", "u1"),
            "extra_headers",
            options("X-Team", "file:team.txt"),
            "timeout",
            "90s",
            "dedupe",
            true,
            "cache",
            options("ttl", "1h"),
            "tier",
            "flex",
            "price",
            options(
                    "input",
                    1.5,
                    "cached_input",
                    0.5,
                    "cache_write",
                    1.75,
                    "cache_write_1h",
                    2.5,
                    "cache_storage",
                    0.75,
                    "output",
                    6));

    @Test
    void sharesAnswersByDefaultAtTemperatureZeroOnly() {
        assertThat(shares(asking())).isFalse();
        assertThat(shares(asking("temperature", 0))).isTrue();
        assertThat(shares(asking("temperature", 0.2))).isFalse();
        assertThat(shares(asking("temperature", 0, "dedupe", false))).isFalse();
        assertThat(shares(asking("dedupe", true))).isTrue();
        assertThat(shares(asking("dedupe", "auto"))).isFalse();
    }

    private static boolean shares(Map<String, Object> options) {
        return Given.of(new LlmPlugin(), options).transform().sharesAnswers();
    }

    @Test
    void warnsOfRowsThatShareOneSample() {
        assertThat(Given.warnings(new LlmPlugin(), asking("temperature", 0.7, "dedupe", true)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("share one sample", "0.7"));
        assertThat(Given.warnings(new LlmPlugin(), asking("temperature", 0, "dedupe", true)))
                .isEmpty();
        assertThat(Given.problems(new LlmPlugin(), asking("dedupe", "sometimes")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("auto, true or false"));
    }

    @Test
    void readsEveryKey() {
        LlmSettings settings = Given.of(new LlmPlugin(), FULL).transform().settings();
        ModelTarget target = settings.target();
        Query query = settings.queries().getFirst();

        assertThat(target)
                .isEqualTo(new ModelTarget(
                        new ModelName(NativeProvider.OPENAI, "gpt-x"),
                        Optional.of(new ServiceLocation.At(URI.create("https://llm.example.org/v1"))),
                        Optional.of(new SecretReference.InFile(Path.of("key.txt"))),
                        "base_url",
                        Optional.empty(),
                        ModelTarget.Api.RESPONSES,
                        Duration.ofSeconds(90),
                        Map.of("X-Team", new HeaderValue.Hidden(new SecretReference.InFile(Path.of("team.txt")))),
                        Optional.of(new ModelPrice(
                                new BigDecimal("1.5"),
                                Optional.of(new BigDecimal("0.5")),
                                new ModelPrice.WritePrices(
                                        Optional.of(new BigDecimal("1.75")), Optional.of(new BigDecimal("2.5"))),
                                new BigDecimal("6"),
                                Optional.empty(),
                                Map.of(),
                                Optional.of(new BigDecimal("0.75")),
                                "pipeline")),
                        new CostOptions(CacheMode.HOUR, ServiceTier.FLEX),
                        SignInOptions.NONE,
                        BatchFileOptions.NONE));
        assertThat(settings.isMulti()).isFalse();
        assertThat(settings.maxSchemaRetries()).isEqualTo(3);
        assertThat(settings.parameters())
                .isEqualTo(new GenerationParameters(
                        Optional.of(new BigDecimal("0.5")),
                        Optional.of(new BigDecimal("0.9")),
                        Optional.empty(),
                        List.of(),
                        Optional.of(ReasoningEffort.LOW),
                        new ExtraBody(Map.of("user", "u1"))));
        assertThat(query.name()).isEqualTo("label");
        assertThat(query.output())
                .isEqualTo(new OutputColumns(
                        Optional.of("label"),
                        Map.of("mood", FieldPath.field("label")),
                        Map.of("by", AnswerMetadata.MODEL)));
        assertThat(query.system()).hasValue("Be kind.");
        assertThat(query.prompt().names()).containsExactly("text");
        assertThat(query.promptFiles())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("question.txt", "system.txt");
        assertThat(query.maxTokens()).isEqualTo(77);
        assertThat(query.structure().orElseThrow().sent().schema()).containsEntry("type", "object");
    }

    @Test
    void readsWhatTheResponsesOfOpenAiDoNotHave() {
        GenerationParameters read = Given.of(new LlmPlugin(), asking("seed", 7, "stop", List.of("END")))
                .transform()
                .settings()
                .parameters();

        assertThat(read.seed()).hasValue(7L);
        assertThat(read.stop()).containsExactly("END");
    }

    @Test
    void readsTheKeysOfClouds() {
        ModelTarget bedrock = Given.of(
                        new LlmPlugin(),
                        asking(
                                "model", "bedrock/m",
                                "sign_in", "identity",
                                "region", "eu-west-1",
                                "batch_bucket", "s3://my-bucket/a/b",
                                "role_arn", "arn:aws:iam::123456789012:role/r"))
                .transform()
                .settings()
                .target();
        assertThat(bedrock.signIn())
                .isEqualTo(new SignInOptions(
                        Optional.of(SignInOptions.Way.IDENTITY), Optional.of("eu-west-1"), Optional.empty()));
        assertThat(bedrock.batchFiles())
                .isEqualTo(new BatchFileOptions(
                        Optional.of(new BucketAddress("s3", "my-bucket", "a/b/")),
                        Optional.of("arn:aws:iam::123456789012:role/r"),
                        Optional.empty()));
        ModelTarget vertex = Given.of(
                        new LlmPlugin(),
                        asking("model", "vertex/gemini-x", "project", "p", "batch_bucket", "gs://my-bucket"))
                .transform()
                .settings()
                .target();
        assertThat(vertex.signIn().project()).contains("p");
        assertThat(vertex.batchFiles().bucket()).contains(new BucketAddress("gs", "my-bucket", ""));
        ModelTarget fireworks = Given.of(
                        new LlmPlugin(), asking("model", "fireworks/accounts/a/models/m", "batch_account", "my-team"))
                .transform()
                .settings()
                .target();
        assertThat(fireworks.batchFiles().account()).contains("my-team");
    }

    @Test
    void rejectsAnAccountThatDoesNotApply() {
        var plugin = new LlmPlugin();
        assertThat(Given.problems(plugin, asking("model", "fireworks/m", "batch_account", "accounts/my-team"))
                        .toString())
                .contains("must be the id of an account, such as my-team, got 'accounts/my-team'");
        assertThat(Given.problems(plugin, asking("model", "groq/m", "batch_account", "my-team"))
                        .toString())
                .contains("only batches of fireworks use an account");
        assertThat(Given.of(plugin, asking("model", "fireworks/m")).transform().batchProblem())
                .contains("batch needs 'batch_account', the id of your account, at fireworks");
    }

    @Test
    void rejectsBucketsAndRolesThatDoNotApply() {
        assertThat(Given.problems(
                                new LlmPlugin(),
                                asking("model", "bedrock/m", "batch_bucket", "gs://my-bucket", "role_arn", "me"))
                        .toString())
                .contains("must be s3://bucket/prefix at bedrock, got 'gs://my-bucket'", "must be an ARN such as");
        assertThat(Given.problems(
                                new LlmPlugin(),
                                asking("model", "vertex/gemini-x", "batch_bucket", "gs://my-bucket/../x"))
                        .toString())
                .contains("must be gs://bucket/prefix at vertex");
        assertThat(Given.problems(
                                new LlmPlugin(),
                                asking("model", "openai/gpt-4o", "batch_bucket", "s3://my-bucket", "role_arn", "me"))
                        .toString())
                .contains("only batches of bedrock and vertex use a bucket", "only bedrock uses a role");
    }

    /// `sign_in`, `region`, `project`, `batch_bucket`, `role_arn`, `batch_account` and `api_version` belong to other
    /// providers,
    /// `queries` stands in the place of one question, and prompts in files
    /// in that of prompts in the settings. The responses of OpenAI have neither `seed` nor `stop`;
    /// `constant_prompt` and `allow_empty` contradict other keys above. `attachments` have tests of their own.
    @Test
    void noKeyIsForgottenAboveOrLeftAtItsDefault() {
        Set<String> known = new HashSet<>(LlmOptions.LLM.names());
        known.removeAll(Set.of(
                "api_version",
                "sign_in",
                "region",
                "project",
                "batch_bucket",
                "role_arn",
                "batch_account",
                "queries",
                "system_prompt",
                "user_prompt_template",
                "seed",
                "stop",
                "constant_prompt",
                "allow_empty",
                "attachments"));

        assertThat(FULL.keySet()).containsExactlyInAnyOrderElementsOf(known);
        LlmOptions.LLM
                .list()
                .forEach(option -> fallback(option)
                        .ifPresent(usual -> assertThat(FULL.get(option.name())).isNotEqualTo(usual)));
    }

    @Test
    void aConstantPromptAndEmptyAnswersAreAllowedWhereTheyAreAskedFor() {
        var plugin = new LlmPlugin();
        Map<String, Object> constant = asking("user_prompt_template", "Say hello.", "constant_prompt", true);
        assertThat(Given.problems(plugin, constant)).isEmpty();
        assertThat(one(asking("allow_empty", true)).allowEmpty()).isTrue();
        assertThat(one(asking()).allowEmpty()).isFalse();
        Map<String, Object> first = options("output_key", "a", "user_prompt_template", "{{ x }}", "allow_empty", false);
        Map<String, Object> second = options("output_key", "b", "user_prompt_template", "b", "constant_prompt", true);
        var several = options("model", "simulator/chat", "allow_empty", true, "queries", List.of(first, second));
        assertThat(Given.of(plugin, several).transform().settings().queries())
                .extracting(Query::allowEmpty)
                .containsExactly(false, true);
    }

    private static Query one(Map<String, Object> options) {
        return Given.of(new LlmPlugin(), options)
                .transform()
                .settings()
                .queries()
                .getFirst();
    }

    private static Optional<Object> fallback(Option<?> option) {
        return option.fallbackAsWritten();
    }

    @Test
    void theOtherTwoReadTheSameQuestions() {
        Map<String, Object> azure = new HashMap<>(FULL);
        List.of("model", "base_url", "api").forEach(azure::remove);
        azure.putAll(options(
                "deployment_name", "mine", "endpoint", "https://x.openai.azure.com", "api_version", "2024-10-21"));
        ModelTarget target =
                Given.of(new AzureLlmPlugin(), azure).transform().settings().target();
        assertThat(target.name()).isEqualTo(new ModelName(NativeProvider.AZURE, "mine"));
        assertThat(target.apiVersion()).hasValue("2024-10-21");
        assertThat(target.locationOption()).isEqualTo("endpoint");
        assertThat(azure.keySet()).hasSize(LlmOptions.AZURE.names().size() - 9);

        Map<String, Object> router = new HashMap<>(FULL);
        router.remove("api");
        router.remove("tier");
        router.put("model", "vendor/model:free");
        assertThat(Given.of(new OpenRouterLlmPlugin(), router)
                        .transform()
                        .settings()
                        .target()
                        .name())
                .isEqualTo(new ModelName(NativeProvider.OPENROUTER, "vendor/model:free"));
        assertThat(router.keySet()).hasSize(LlmOptions.OPENROUTER.names().size() - 8);
    }

    @Test
    void theSeedsOwnKeysAreEnough() throws Exception {
        Given given = Given.of(
                new AzureLlmPlugin(),
                options(
                        "deployment_name", "gpt-4",
                        "endpoint", "https://test.openai.azure.com",
                        "api_key", "test-key-of-eight",
                        "system_prompt", "Classify",
                        "user_prompt_template", "{{text}}",
                        "output_key", "result"));

        given.prepare(Given.setup(Map.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic/claude-x, ANTHROPIC, claude-x",
        "openrouter:openai/gpt-4o, OPENROUTER, openai/gpt-4o",
        "openai/ft:gpt-4o:org, OPENAI, ft:gpt-4o:org",
        "gemini:gemini-2.5-flash, GEMINI, gemini-2.5-flash",
        "azure/my-deployment, AZURE, my-deployment",
        "simulator/chat, SIMULATOR, chat"
    })
    void splitsTheModelsNameAtTheFirstSeparator(String text, NativeProvider provider, String model) {
        assertThat(ModelName.parse(text, false)).hasValue(new ModelName(provider, model));
    }

    @Test
    void aServerOfOnesOwnMayHaveModelsOfAnyName() {
        assertThat(ModelName.parse("llama3.1", true)).hasValue(new ModelName(NativeProvider.OPENAI, "llama3.1"));
        assertThat(ModelName.parse("meta-llama/Llama-3", true))
                .hasValue(new ModelName(NativeProvider.OPENAI, "meta-llama/Llama-3"));
        assertThat(ModelName.parse("openai/llama", true)).hasValue(new ModelName(NativeProvider.OPENAI, "llama"));
        assertThat(ModelName.parse("mistral:7b", true)).hasValue(new ModelName(NativeProvider.OPENAI, "mistral:7b"));
        assertThat(ModelName.parse("llama3.1", false)).isEmpty();
        assertThat(ModelName.parse("openai/", false)).isEmpty();
    }

    static List<Arguments> problems() {
        var llm = new LlmPlugin();
        Map<String, Object> query = options("output_key", "a", "user_prompt_template", "{{ x }}");
        Map<String, Object> bare = options("model", "simulator/chat");
        return List.of(
                Arguments.of(llm, asking("model", "opnai/gpt"), "did you mean 'openai'?"),
                Arguments.of(llm, asking("model", "gpt-4o"), "must be provider/model with a provider of openai, azure"),
                Arguments.of(
                        llm,
                        asking("user_prompt_template", "a\n{{ b | c }}"),
                        "line 2 of the template: there is no filter 'c'"),
                Arguments.of(llm, bare, "needs 'user_prompt_template' or 'user_prompt_file', or 'queries'"),
                Arguments.of(
                        llm, asking("constant_prompt", true), "must be absent: the prompt uses fields, and differs"),
                Arguments.of(
                        llm,
                        asking("allow_empty", true, "output_schema", options("type", "string")),
                        "must be absent with output_schema"),
                Arguments.of(
                        llm,
                        with(with(bare, "constant_prompt", true), "queries", List.of(query)),
                        "must be set in each query"),
                Arguments.of(llm, asking("output_key", " "), "must name a field"),
                Arguments.of(llm, asking("mode", "realtime"), "unknown key 'mode'"),
                Arguments.of(llm, asking("temperature", -0.1), "must be at least 0"),
                Arguments.of(llm, asking("temperature", 2.1), "must be at most 2"),
                Arguments.of(llm, asking("max_tokens", 0), "must be from 1 to 1000000"),
                Arguments.of(llm, asking("output_schema", "none.json"), "must be a file of at most"),
                Arguments.of(llm, asking("output_schema", "list.schema.json"), "must be a file with a JSON object"),
                Arguments.of(llm, asking("output_schema", options("type", "objekt")), "must be a JSON Schema: "),
                Arguments.of(llm, asking("output_schema", 5), "must be the path of a JSON Schema file"),
                Arguments.of(llm, asking("base_url", "simulator"), "must be absent here: the simulator has an address"),
                Arguments.of(llm, asking("api_key", "file:x"), "must be absent here: the simulator needs no key"),
                Arguments.of(llm, asking("api_version", "1"), "must be absent here: simulator has no API versions"),
                Arguments.of(llm, asking("model", "gemini/x", "api", "responses"), "must be chat"),
                Arguments.of(
                        llm,
                        asking("model", "anthropic/x", "api_version", "2026-10-21", "temperature", 0),
                        "must be absent: temperature is not accepted"),
                Arguments.of(llm, asking("base_url", "http://llm.example.org"), "must be an https:// URL"),
                Arguments.of(llm, asking("price", options("input", -1, "output", 1)), "must be at least 0"),
                Arguments.of(llm, asking("price", options("input", 1)), "needs 'output'"),
                Arguments.of(llm, asking("queries", List.of(query)), "must be set in each query"),
                Arguments.of(llm, with(bare, "queries", List.of()), "must be a list of mappings"),
                Arguments.of(
                        llm,
                        with(bare, "queries", List.of(query, query)),
                        "must differ from the other queries' fields"),
                Arguments.of(
                        llm,
                        with(bare, "queries", List.of(options("output_key", "a"))),
                        "needs 'user_prompt_template'"),
                Arguments.of(
                        llm, with(bare, "queries", List.of(with(query, "pool_size", 1))), "unknown key 'pool_size'"),
                Arguments.of(
                        llm,
                        with(bare, "queries", List.of(with(query, "user_prompt_template", "{{"))),
                        "line 1 of the template"),
                Arguments.of(
                        llm,
                        asking("schema", options("fields", List.of("text: str", "answer: str?"))),
                        "must be a new field, but the schema has 'answer' already"),
                Arguments.of(
                        llm,
                        asking("schema", options("mode", "strict", "fields", List.of("txt: str"))),
                        "must use fields of the schema (txt), got 'text'"),
                Arguments.of(new AzureLlmPlugin(), asking("model", "x"), "unknown key 'model'"),
                Arguments.of(new OpenRouterLlmPlugin(), asking("model", " "), "must not be blank"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void reportsWhatIsWrong(TransformPlugin plugin, Map<String, Object> options, String message) {
        assertThat(Given.problems(plugin, options))
                .extracting(problem -> problem.message()
                        + problem.hint().map(hint -> " " + hint).orElse(""))
                .anySatisfy(found -> assertThat(found).contains(message));
    }

    @Test
    void aSchemaThatNamesTheFieldsIsNoProblem() {
        List<Problem> found = Given.problems(
                new LlmPlugin(), asking("schema", options("mode", "strict", "fields", List.of("text: str"))));

        assertThat(found).isEmpty();
    }

    private static Map<String, Object> with(Map<String, Object> options, String key, Object value) {
        Map<String, Object> more = new HashMap<>(options);
        more.put(key, value);
        return more;
    }

    @ParameterizedTest
    @CsvSource({
        "openai/gpt-4o, OPENAI_API_KEY",
        "anthropic/claude-x, ANTHROPIC_API_KEY",
        "gemini/gemini-x, GEMINI_API_KEY or GOOGLE_API_KEY",
        "openrouter/a/b, OPENROUTER_API_KEY"
    })
    void aMissingKeyNamesTheVariableAndNeverLeadsToTheSimulator(String model, String variables) {
        Given given = Given.of(new LlmPlugin(), asking("model", model));

        assertThatThrownBy(() -> given.prepare(Given.setup(Map.of())))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("set 'api_key' or the environment variable " + variables);
    }

    @Test
    void azureNeedsAnAddressAndAKey() {
        Given given = Given.of(new LlmPlugin(), asking("model", "azure/gpt"));

        assertThatThrownBy(() -> given.prepare(Given.setup(Map.of("AZURE_OPENAI_API_KEY", "a-key-of-some-length"))))
                .hasMessageContaining("AZURE_OPENAI_ENDPOINT");
        assertThatThrownBy(
                        () -> given.prepare(Given.setup(Map.of("AZURE_OPENAI_ENDPOINT", "https://x.openai.azure.com"))))
                .hasMessageContaining("AZURE_OPENAI_API_KEY");
    }

    @Test
    void aServerOfOnesOwnNeverGetsTheKeyOfAnother() throws Exception {
        var setup = Given.setup(Map.of("OPENAI_API_KEY", "the-key-of-openai"));
        Call own = sent(asking("model", "llama3", "base_url", "https://llm.example.org/v1"), setup);
        Call openAi = sent(asking("model", "openai/gpt-4o"), setup);

        assertThat(own.request().uri()).hasToString("https://llm.example.org/v1/chat/completions");
        assertThat(own.request().credentials())
                .noneMatch(c -> c.secret().inClear().equals("the-key-of-openai"));
        assertThat(own.request().body().asText()).contains("\"max_tokens\":1024");
        assertThat(openAi.request().uri()).hasToString("https://api.openai.com/v1/chat/completions");
        assertThat(openAi.request().credentials())
                .allMatch(c -> c.secret().inClear().equals("the-key-of-openai"));
        assertThat(openAi.request().body().asText()).contains("\"max_completion_tokens\":1024");
    }

    @Test
    void geminisKeyMayHaveGooglesName() throws Exception {
        Call call =
                sent(asking("model", "gemini/gemini-x"), Given.setup(Map.of("GOOGLE_API_KEY", "the-key-of-google")));

        assertThat(call.request().credentials())
                .singleElement()
                .satisfies(c -> assertThat(c.secret().inClear()).isEqualTo("the-key-of-google"));
    }

    @Test
    void addressesComeFromTheEnvironmentToo() throws Exception {
        Call call = sent(
                asking("model", "openai/m"),
                Given.setup(
                        Map.of("OPENAI_BASE_URL", "https://proxy.example.org/v1", "OPENAI_API_KEY", "key-of-proxy")));

        assertThat(call.request().uri().getHost()).isEqualTo("proxy.example.org");
        assertThat(call.estimate().worst()).isEmpty();
    }

    private static Call sent(Map<String, Object> options, PluginSetup setup) throws Exception {
        FakeCalls calls = new FakeCalls(_ -> FakeCalls.json(500, "{}"));
        Given.of(new LlmPlugin(), options).prepare(setup).ask(Row.of("text", "x"), calls);
        return calls.sent().getFirst();
    }

    @Test
    void aCostCapNeedsAPrice() throws Exception {
        var capped =
                new FakeSetup(Map.of("OPENAI_API_KEY", "a-key-of-some-length"), Optional.of(Given.SIMULATOR), true);

        assertThatThrownBy(() -> Given.of(new LlmPlugin(), asking("model", "openai/gpt-99"))
                        .prepare(capped))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("the price of 'gpt-99' at api.openai.com is not known: set 'price:");
        assertThatThrownBy(() -> Given.of(
                                new LlmPlugin(),
                                asking("model", "openai/gpt-4o", "base_url", "https://llm.example.org"))
                        .prepare(capped))
                .hasMessageContaining("the price of 'gpt-4o' at llm.example.org");
        Given.of(new LlmPlugin(), asking("model", "openai/gpt-4o")).prepare(capped);
        Given.of(new LlmPlugin(), asking("model", "openai/gpt-99", "price", options("input", 0, "output", 0)))
                .prepare(capped);
        Given.of(new LlmPlugin(), asking("model", "gemini/whatever", "base_url", "simulator"))
                .prepare(capped);
    }
}
