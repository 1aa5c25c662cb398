package dev.rowan.cli.reconcile;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.providers.price.ServiceTier;
import dev.rowan.providers.reply.JsonTree;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads the pages of OpenAI's and Anthropic's usage and cost reports: one JSON document, or one on each line.
final class JsonBill {
    private static final BigDecimal CENTS = new BigDecimal("0.01");
    private static final List<String> OPENAI = List.of(
            "object",
            "input_tokens",
            "output_tokens",
            "input_cached_tokens",
            "input_cache_write_tokens",
            "num_model_requests",
            "model",
            "batch",
            "service_tier",
            "project_id",
            "user_id",
            "api_key_id",
            "input_audio_tokens",
            "output_audio_tokens",
            "amount",
            "line_item",
            "organization_id",
            "quantity");
    private static final List<String> ANTHROPIC = List.of(
            "uncached_input_tokens",
            "cache_creation",
            "cache_read_input_tokens",
            "output_tokens",
            "server_tool_use",
            "api_key_id",
            "workspace_id",
            "model",
            "service_tier",
            "context_window",
            "amount",
            "currency",
            "cost_type",
            "description",
            "token_type",
            "inference_geo");

    private JsonBill() {}

    static Account read(Path file, boolean openAi) throws IOException {
        var account = new Account();
        for (JsonTree page : pages(file)) {
            if (!(page.at("data").value() instanceof List<?>)) {
                throw new IOException("a page has no list 'data'");
            }
            for (JsonTree bucket : page.at("data").items()) {
                Optional<LocalDate> day = day(bucket);
                if (day.isEmpty()) {
                    account.unknown("a bucket without start_time or starting_at");
                    continue;
                }
                for (JsonTree result : bucket.at("results").items()) {
                    unknown(result, openAi ? OPENAI : ANTHROPIC, account);
                    if (isUngrouped(result)) {
                        account.unknown("results without a model: export them grouped by model");
                        continue;
                    }
                    if (openAi) {
                        openAi(day.get(), result, account);
                    } else {
                        anthropic(day.get(), result, account);
                    }
                }
            }
        }
        return account;
    }

    /// Whether the sums of all models are in one result, which cannot be compared.
    private static boolean isUngrouped(JsonTree result) {
        return Stream.of("model", "line_item", "description", "cost_type")
                .allMatch(key -> result.at(key).text().isEmpty());
    }

    private static List<JsonTree> pages(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return List.of(new JsonTree(RowJson.readValue(bytes)));
        } catch (JsonException _) {
            var pages = new ArrayList<JsonTree>();
            for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
                if (!line.isBlank()) {
                    try {
                        pages.add(new JsonTree(RowJson.readValue(line.getBytes(StandardCharsets.UTF_8))));
                    } catch (JsonException wrong) {
                        throw new IOException("is neither JSON nor JSON lines: " + wrong.getMessage(), wrong);
                    }
                }
            }
            return pages;
        }
    }

    private static Optional<LocalDate> day(JsonTree bucket) {
        return bucket.at("start_time")
                .count()
                .map(Instant::ofEpochSecond)
                .or(() -> bucket.at("starting_at").time())
                .map(at -> at.atZone(ZoneOffset.UTC).toLocalDate());
    }

    private static void unknown(JsonTree result, List<String> known, Account account) {
        if (result.value() instanceof Map<?, ?> map) {
            map.keySet().stream()
                    .map(String.class::cast)
                    .filter(key -> !known.contains(key))
                    .forEach(account::unknown);
        }
    }

    private static void openAi(LocalDate day, JsonTree result, Account account) {
        Optional<BigDecimal> amount = result.at("amount").at("value").number();
        if (amount.isPresent()) {
            String item = result.at("line_item").text().orElse("");
            account.add(new Account.CostKey(day, item.split(",", 2)[0].strip()), amount.get());
            return;
        }
        String model = result.at("model").text().orElse("");
        boolean batch = Boolean.TRUE.equals(result.at("batch").value());
        String tier = batch ? "batch" : tier(result.at("service_tier").text());
        long cached = count(result, "input_cached_tokens");
        long written = count(result, "input_cache_write_tokens");
        account.add(new UsageKey(day, model, tier, TokenKind.INPUT), count(result, "input_tokens") - cached - written);
        account.add(new UsageKey(day, model, tier, TokenKind.CACHED_INPUT), cached);
        account.add(new UsageKey(day, model, tier, TokenKind.WRITE_30M), written);
        account.add(new UsageKey(day, model, tier, TokenKind.OUTPUT), count(result, "output_tokens"));
    }

    /// Amounts are in cents, as text.
    private static void anthropic(LocalDate day, JsonTree result, Account account) {
        String model = result.at("model")
                .text()
                .or(() -> result.at("description").text())
                .or(() -> result.at("cost_type").text())
                .orElse("");
        Optional<BigDecimal> cents = result.at("amount").text().map(BigDecimal::new);
        if (cents.isPresent()) {
            account.add(new Account.CostKey(day, model), cents.get().multiply(CENTS));
            return;
        }
        String tier = tier(result.at("service_tier").text());
        JsonTree created = result.at("cache_creation");
        account.add(new UsageKey(day, model, tier, TokenKind.INPUT), count(result, "uncached_input_tokens"));
        account.add(new UsageKey(day, model, tier, TokenKind.CACHED_INPUT), count(result, "cache_read_input_tokens"));
        account.add(new UsageKey(day, model, tier, TokenKind.WRITE_5M), count(created, "ephemeral_5m_input_tokens"));
        account.add(new UsageKey(day, model, tier, TokenKind.WRITE_1H), count(created, "ephemeral_1h_input_tokens"));
        account.add(new UsageKey(day, model, tier, TokenKind.OUTPUT), count(result, "output_tokens"));
    }

    private static String tier(Optional<String> word) {
        return word.map(text -> ServiceTier.of(text).map(ServiceTier::word).orElse(text))
                .orElse(ServiceTier.STANDARD.word());
    }

    private static long count(JsonTree result, String key) {
        return result.at(key).count().orElse(0L);
    }
}
