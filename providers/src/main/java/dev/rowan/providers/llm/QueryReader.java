package dev.rowan.providers.llm;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.providers.chat.ChatRequest.AnswerSchema;
import dev.rowan.providers.schema.AnswerCheck;
import dev.rowan.providers.template.PromptTemplate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads the questions of a transform: the one that its keys make, or those of `queries`.
final class QueryReader {
    private static final Option<RowSchema> ROW_SCHEMA = RowSchema.option("schema");
    private static final int MAX_SCHEMA_NAME = 64;

    private final Section options;

    QueryReader(Section options) {
        this.options = options;
    }

    /// All queries that are without problems; what is wrong with the others is reported.
    List<Query> read() {
        Optional<List<Section>> several = options.find(LlmOptions.QUERIES);
        List<Query> queries = new ArrayList<>();
        if (several.isPresent()) {
            refuseOne();
            PromptChecks.unlikelyTemplate(options, LlmOptions.SYSTEM_PROMPT);
            several.get().forEach(section -> ofList(section).ifPresent(queries::add));
            checkNames(several.get());
        } else {
            one().ifPresent(queries::add);
        }
        return queries;
    }

    private void refuseOne() {
        for (Option<?> option :
                List.of(LlmOptions.USER_PROMPT_TEMPLATE, LlmOptions.OUTPUT_KEY, LlmOptions.OUTPUT_SCHEMA)) {
            if (options.find(option).isPresent()) {
                options.problem(option, "must stand in each of the queries where there are queries");
            }
        }
        if (options.get(LlmOptions.CONSTANT_PROMPT)) {
            options.problem(LlmOptions.CONSTANT_PROMPT, "must stand in each of the queries where there are queries");
        }
    }

    private Optional<Query> one() {
        Optional<String> prompt = options.find(LlmOptions.USER_PROMPT_TEMPLATE);
        Optional<String> key = options.find(LlmOptions.OUTPUT_KEY);
        if (prompt.isEmpty()) {
            options.problem(LlmOptions.USER_PROMPT_TEMPLATE, "needs 'user_prompt_template', or 'queries'");
        }
        if (key.isEmpty()) {
            options.problem(LlmOptions.OUTPUT_KEY, "needs 'output_key', or 'queries'");
        }
        return prompt.isEmpty() || key.isEmpty()
                ? Optional.empty()
                : query(options, key.get(), key.get(), LlmOptions.OUTPUT_KEY, LlmOptions.USER_PROMPT_TEMPLATE);
    }

    private Optional<Query> ofList(Section section) {
        String key = section.get(LlmOptions.QUERY_KEY);
        return query(
                section, section.find(LlmOptions.NAME).orElse(key), key, LlmOptions.QUERY_KEY, LlmOptions.QUERY_PROMPT);
    }

    private void checkNames(List<Section> queries) {
        if (queries.size() > Questions.MAX_QUERIES) {
            options.problem(LlmOptions.QUERIES, "must be at most " + Questions.MAX_QUERIES + " queries");
        }
        Set<String> keys = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (Section query : queries) {
            String key = query.get(LlmOptions.QUERY_KEY);
            if (!keys.add(key)) {
                query.problem(
                        LlmOptions.QUERY_KEY, "must differ from the other queries' output_key, got '" + key + "'");
            } else if (!names.add(query.find(LlmOptions.NAME).orElse(key))) {
                query.problem(LlmOptions.NAME, "must differ from the other queries' name");
            }
        }
    }

    private Optional<Query> query(
            Section section, String name, String key, Option<String> keyOption, Option<String> promptOption) {
        if (key.isBlank()) {
            section.problem(keyOption, "must name a field");
        }
        PromptChecks.noTemplate(section, keyOption);
        PromptChecks.unlikelyTemplate(section, LlmOptions.SYSTEM_PROMPT);
        Optional<PromptTemplate> prompt = template(section, promptOption);
        prompt.ifPresent(template -> PromptChecks.constant(section, promptOption, template));
        Optional<SchemaSource> source = section.find(LlmOptions.OUTPUT_SCHEMA);
        Optional<Query.Structure> structure = source.flatMap(s -> structure(section, s, key));
        checkAgainstSchema(section, key, keyOption, prompt, promptOption);
        boolean allowEmpty = allowEmpty(section, source.isPresent());
        if (prompt.isEmpty() || structure.isPresent() != source.isPresent()) {
            return Optional.empty();
        }
        long maxTokens = section == options
                ? options.get(LlmOptions.MAX_TOKENS)
                : section.find(LlmOptions.QUERY_MAX_TOKENS).orElse(options.get(LlmOptions.MAX_TOKENS));
        return Optional.of(new Query(
                name,
                key,
                prompt.get(),
                section.find(LlmOptions.SYSTEM_PROMPT).or(() -> options.find(LlmOptions.SYSTEM_PROMPT)),
                structure,
                allowEmpty,
                (int) maxTokens));
    }

    private boolean allowEmpty(Section section, boolean structured) {
        boolean own = section.find(LlmOptions.QUERY_ALLOW_EMPTY).orElse(false);
        if (own && structured) {
            section.problem(
                    LlmOptions.ALLOW_EMPTY, "must be absent with output_schema, which an empty answer never keeps");
        }
        return section.find(LlmOptions.QUERY_ALLOW_EMPTY).orElse(options.get(LlmOptions.ALLOW_EMPTY));
    }

    private static Optional<PromptTemplate> template(Section section, Option<String> option) {
        return switch (PromptTemplate.parse(section.find(option).orElse(""))) {
            case PromptTemplate.Parsed.Ready(var template) -> Optional.of(template);
            case PromptTemplate.Parsed.Broken(var message) -> {
                section.problem(option, message);
                yield Optional.empty();
            }
        };
    }

    private static Optional<Query.Structure> structure(Section section, SchemaSource source, String key) {
        return switch (source.load(section.base())) {
            case SchemaSource.Loaded.Wrong(var message) -> {
                section.problem(LlmOptions.OUTPUT_SCHEMA, message);
                yield Optional.empty();
            }
            case SchemaSource.Loaded.Schema(var schema) ->
                switch (AnswerCheck.of(schema)) {
                    case AnswerCheck.Made.Ready(var check) ->
                        Optional.of(new Query.Structure(
                                new AnswerSchema(schemaName(key), schema), check, source.file(section.base())));
                    case AnswerCheck.Made.Broken(var message) -> {
                        section.problem(LlmOptions.OUTPUT_SCHEMA, message);
                        yield Optional.empty();
                    }
                };
        };
    }

    private static String schemaName(String key) {
        String name = key.replaceAll("[^A-Za-z0-9_-]", "_");
        return name.isEmpty() ? "answer" : name.substring(0, Math.min(MAX_SCHEMA_NAME, name.length()));
    }

    /// What the schema of the rows shows already: a field that an answer would overwrite, a name that no row has.
    private void checkAgainstSchema(
            Section section,
            String key,
            Option<String> keyOption,
            Optional<PromptTemplate> prompt,
            Option<String> promptOption) {
        RowSchema rows = options.find(ROW_SCHEMA).orElse(RowSchema.DYNAMIC);
        List<String> fields = rows.fields().stream().map(RowSchema.Field::name).toList();
        if (fields.contains(key)) {
            section.problem(keyOption, "must be a new field, but the schema has '" + key + "' already");
        }
        if (rows.mode() == RowSchema.Mode.STRICT && prompt.isPresent()) {
            prompt.get().names().stream()
                    .filter(name -> !fields.contains(name))
                    .sorted()
                    .forEach(name -> section.problem(
                            promptOption,
                            "must use fields of the schema (" + String.join(", ", fields) + "), got '" + name + "'"));
        }
    }
}
