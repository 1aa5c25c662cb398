package dev.rowan.cli.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.rowan.cli.reconcile.Difference.Verdict;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Accounts as the providers export them against the same account of ours: 50 planted differences are found, and
/// nothing else.
class ReconcileTest {
    private static final long SEED = 23;
    private static final int DAYS = 40;
    private static final int PLANTED = 50;
    private static final LocalDate FIRST = LocalDate.of(2026, 10, 1);
    private static final List<String> MODELS = List.of("gpt-5.6-terra", "gpt-6-luna");

    @TempDir
    private Path folder;

    private static List<TokenKind> kinds(BillFormat format) {
        return switch (format) {
            case OPENAI, AZURE ->
                List.of(TokenKind.INPUT, TokenKind.CACHED_INPUT, TokenKind.WRITE_30M, TokenKind.OUTPUT);
            case ANTHROPIC ->
                List.of(
                        TokenKind.INPUT,
                        TokenKind.CACHED_INPUT,
                        TokenKind.WRITE_5M,
                        TokenKind.WRITE_1H,
                        TokenKind.OUTPUT);
        };
    }

    private static List<String> tiers(BillFormat format) {
        return switch (format) {
            case OPENAI -> List.of("standard", "flex", "batch");
            case ANTHROPIC, AZURE -> List.of("standard", "batch");
        };
    }

    /// The whole account by day, model and tier.
    private static Map<UsageKey, Long> account(BillFormat format) {
        var random = new Random(SEED);
        var lines = new HashMap<UsageKey, Long>();
        for (int day = 0; day < DAYS; day++) {
            for (String model : MODELS) {
                for (String tier : tiers(format)) {
                    for (TokenKind kind : kinds(format)) {
                        lines.put(
                                new UsageKey(FIRST.plusDays(day), model, tier, kind),
                                1_000L * (1 + random.nextInt(99_999)));
                    }
                }
            }
        }
        return lines;
    }

    @ParameterizedTest
    @EnumSource(BillFormat.class)
    void anEqualAccountHasNoDifference(BillFormat format) throws Exception {
        Map<UsageKey, Long> lines = account(format);

        Difference.Result result = compare(format, lines, lines, Map.of());

        assertThat(result.differences()).isEmpty();
        assertThat(result.equal()).isEqualTo(lines.size() + DAYS * MODELS.size());
    }

    @ParameterizedTest
    @EnumSource(BillFormat.class)
    void findsThePlantedDifferencesAndNothingElse(BillFormat format) throws Exception {
        Map<UsageKey, Long> ours = account(format);
        var theirs = new HashMap<>(ours);
        var prices = new HashMap<Account.CostKey, BigDecimal>();
        var random = new Random(SEED);
        var expected = new HashMap<String, Verdict>();
        List<UsageKey> keys = ours.keySet().stream().sorted().toList();
        while (expected.size() < PLANTED) {
            UsageKey key = keys.get(random.nextInt(keys.size()));
            var cost = new Account.CostKey(key.day(), key.model());
            boolean isTouched =
                    expected.keySet().stream().anyMatch(line -> line.startsWith(key.day() + " " + key.model()));
            if (isTouched) {
                continue;
            }
            switch (random.nextInt(3)) {
                case 0 -> {
                    theirs.merge(key, 5_000L, Long::sum);
                    expected.put(key.text(), Verdict.THEIRS_ONLY);
                }
                case 1 -> {
                    theirs.remove(key);
                    expected.put(key.text(), Verdict.OURS_ONLY);
                }
                default -> {
                    prices.put(cost, new BigDecimal("0.01"));
                    expected.put(key.day() + " " + key.model() + " cost in USD", Verdict.PRICE_DIFFERS);
                }
            }
        }

        Difference.Result result = compare(format, ours, theirs, prices);

        var found = new HashMap<String, Verdict>();
        result.differences().forEach(difference -> found.put(difference.line(), difference.verdict()));
        assertThat(found).as("seed %s", SEED).isEqualTo(expected);
    }

    @Test
    void sumsOfAllModelsAreNotCompared() throws Exception {
        Path bill = Files.writeString(folder.resolve("bill.json"), """
                {"data": [{"start_time": 1794873600, "results": [
                  {"model": null, "input_tokens": 10, "output_tokens": 2},
                  {"model": "gpt-6-luna", "input_tokens": 7, "output_tokens": 1}]}]}
                """);

        Account theirs = JsonBill.read(bill, true);

        assertThat(theirs.tokens().keySet()).extracting(UsageKey::model).containsOnly("gpt-6-luna");
        assertThat(theirs.unknown()).containsExactly("results without a model: export them grouped by model");
    }

    @Test
    void anotherFileIsRefused() throws Exception {
        Path bill = Files.writeString(folder.resolve("bill.json"), "{\"usage\": []}");

        assertThatThrownBy(() -> JsonBill.read(bill, true)).hasMessage("a page has no list 'data'");
    }

    @Test
    void comparesOnlyTheDaysAskedFor() {
        var theirs = new Account();
        for (int day = 0; day < DAYS; day++) {
            theirs.add(new UsageKey(FIRST.plusDays(day), "m", "standard", TokenKind.INPUT), 1);
            theirs.add(new Account.CostKey(FIRST.plusDays(day), "m"), BigDecimal.ONE);
        }
        theirs.unknown("strange");
        var days = new Days(Optional.of(FIRST.plusDays(3)), Optional.of(FIRST.plusDays(5)));

        Account within = theirs.within(days);

        assertThat(within.tokens().keySet())
                .extracting(UsageKey::day)
                .containsExactly(FIRST.plusDays(3), FIRST.plusDays(4), FIRST.plusDays(5));
        assertThat(within.costs()).hasSize(3);
        assertThat(within.unknown()).containsExactly("strange");
        assertThat(theirs.within(Days.ALL).tokens()).isEqualTo(theirs.tokens());
    }

    private Difference.Result compare(
            BillFormat format,
            Map<UsageKey, Long> ours,
            Map<UsageKey, Long> theirs,
            Map<Account.CostKey, BigDecimal> surcharges)
            throws IOException {
        var own = new Account();
        ours.forEach((key, tokens) -> {
            own.add(key, tokens);
            own.add(new Account.CostKey(key.day(), key.model()), dollars(tokens));
        });
        Path file = Files.writeString(folder.resolve("bill"), written(format, theirs, surcharges));
        Account bill = switch (format) {
            case OPENAI -> JsonBill.read(file, true);
            case ANTHROPIC -> JsonBill.read(file, false);
            case AZURE -> MeterBill.read(file, Set.copyOf(MODELS));
        };
        assertThat(bill.unknown()).isEmpty();
        return Difference.between(own, bill);
    }

    private static BigDecimal dollars(long tokens) {
        return BigDecimal.valueOf(tokens, 6);
    }

    private static String written(
            BillFormat format, Map<UsageKey, Long> lines, Map<Account.CostKey, BigDecimal> surcharges) {
        return switch (format) {
            case OPENAI -> openAi(lines, surcharges);
            case ANTHROPIC -> anthropic(lines, surcharges);
            case AZURE -> azure(lines, surcharges);
        };
    }

    private static String openAi(Map<UsageKey, Long> lines, Map<Account.CostKey, BigDecimal> surcharges) {
        var pages = new StringBuilder();
        lines.keySet().stream().sorted().forEach(key -> {
            long at = key.day().atStartOfDay(ZoneOffset.UTC).toEpochSecond();
            long tokens = lines.getOrDefault(key, 0L);
            String kinds = switch (key.kind()) {
                case INPUT -> "\"input_tokens\":" + tokens;
                case CACHED_INPUT -> "\"input_tokens\":" + tokens + ",\"input_cached_tokens\":" + tokens;
                case WRITE_5M, WRITE_30M, WRITE_1H ->
                    "\"input_tokens\":" + tokens + ",\"input_cache_write_tokens\":" + tokens;
                case OUTPUT -> "\"output_tokens\":" + tokens;
            };
            String tier = key.tier().equals("standard") ? "default" : key.tier();
            pages.append(
                    "{\"data\":[{\"start_time\":%d,\"results\":[{%s,\"model\":\"%s\",\"batch\":%s,\"service_tier\":\"%s\"}]}]}%n"
                            .formatted(
                                    at,
                                    kinds,
                                    key.model(),
                                    tier.equals("batch"),
                                    tier.equals("batch") ? "default" : tier));
            pages.append(
                    "{\"data\":[{\"start_time\":%d,\"results\":[{\"amount\":{\"value\":%s},\"line_item\":\"%s, x\"}]}]}%n"
                            .formatted(at, dollars(tokens).toPlainString(), key.model()));
        });
        surcharges.forEach((key, amount) -> pages.append(
                "{\"data\":[{\"start_time\":%d,\"results\":[{\"amount\":{\"value\":%s},\"line_item\":\"%s, x\"}]}]}%n"
                        .formatted(key.day().atStartOfDay(ZoneOffset.UTC).toEpochSecond(), amount, key.model())));
        return pages.toString();
    }

    private static String anthropic(Map<UsageKey, Long> lines, Map<Account.CostKey, BigDecimal> surcharges) {
        var pages = new StringBuilder();
        lines.keySet().stream().sorted().forEach(key -> {
            long tokens = lines.getOrDefault(key, 0L);
            String kinds = switch (key.kind()) {
                case INPUT -> "\"uncached_input_tokens\":" + tokens;
                case CACHED_INPUT -> "\"cache_read_input_tokens\":" + tokens;
                case WRITE_5M, WRITE_30M -> "\"cache_creation\":{\"ephemeral_5m_input_tokens\":" + tokens + "}";
                case WRITE_1H -> "\"cache_creation\":{\"ephemeral_1h_input_tokens\":" + tokens + "}";
                case OUTPUT -> "\"output_tokens\":" + tokens;
            };
            pages.append(
                    "{\"data\":[{\"starting_at\":\"%sT00:00:00Z\",\"results\":[{%s,\"model\":\"%s\",\"service_tier\":\"%s\"}]}]}%n"
                            .formatted(key.day(), kinds, key.model(), key.tier()));
            pages.append(cents(new Account.CostKey(key.day(), key.model()), dollars(tokens)));
        });
        surcharges.forEach((key, amount) -> pages.append(cents(key, amount)));
        return pages.toString();
    }

    private static String cents(Account.CostKey key, BigDecimal dollars) {
        return "{\"data\":[{\"starting_at\":\"%sT00:00:00Z\",\"results\":[{\"amount\":\"%s\",\"model\":\"%s\"}]}]}%n"
                .formatted(key.day(), dollars.movePointRight(2).toPlainString(), key.model());
    }

    private static String azure(Map<UsageKey, Long> lines, Map<Account.CostKey, BigDecimal> surcharges) {
        var table = new StringBuilder("Date,MeterCategory,MeterName,Quantity,UnitOfMeasure,CostInUsd\n");
        lines.keySet().stream().sorted().forEach(key -> {
            String kind = switch (key.kind()) {
                case INPUT -> "Inp";
                case CACHED_INPUT -> "cchd Inp";
                case WRITE_5M, WRITE_30M, WRITE_1H -> "Cache Write Inp";
                case OUTPUT -> "Outp";
            };
            table.append("%s,\"Azure, OpenAI\",%s %s%s glbl Tokens,%s,1K,%s%n"
                    .formatted(
                            key.day(),
                            key.model().replace('-', ' '),
                            key.tier().equals("batch") ? "Batch " : "",
                            kind,
                            BigDecimal.valueOf(lines.getOrDefault(key, 0L), 3).toPlainString(),
                            dollars(lines.getOrDefault(key, 0L)).toPlainString()));
        });
        surcharges.forEach((key, amount) -> table.append("%s,\"Azure, OpenAI\",%s Inp glbl Tokens,0,1K,%s%n"
                .formatted(key.day(), key.model().replace('-', ' '), amount)));
        return table.toString();
    }

    @Test
    void namesWhatItDoesNotUnderstand() throws Exception {
        Path file = Files.writeString(
                folder.resolve("bill"),
                "{\"data\":[{\"start_time\":0,\"results\":[{\"model\":\"m\",\"input_video_tokens\":7}]}]}");

        assertThat(JsonBill.read(file, true).unknown()).containsExactly("input_video_tokens");
    }

    @Test
    void aBillWithoutTokensIsComparedByCost() throws Exception {
        Map<UsageKey, Long> ours = account(BillFormat.ANTHROPIC);
        UsageKey first = ours.keySet().stream().sorted().findFirst().orElseThrow();
        var cheaper = new Account.CostKey(first.day(), first.model());
        var own = new Account();
        var theirs = new StringBuilder(cents(cheaper, BigDecimal.ONE.negate()));
        ours.forEach((key, tokens) -> {
            var cost = new Account.CostKey(key.day(), key.model());
            own.add(key, tokens);
            own.add(cost, dollars(tokens));
            theirs.append(cents(cost, dollars(tokens)));
        });
        Path file = Files.writeString(folder.resolve("bill"), theirs);

        Difference.Result result = Difference.between(own, JsonBill.read(file, false));

        assertThat(result.differences())
                .extracting(Difference::verdict, Difference::line)
                .containsExactly(tuple(Verdict.OURS_ONLY, cheaper.day() + " " + cheaper.model() + " cost in USD"));
        assertThat(result.equal()).isEqualTo(DAYS * MODELS.size() - 1);
    }

    @Test
    void onlyTheHostsOfAProviderAreIts() {
        assertThat(List.of("api.openai.com", "eu.api.openai.com:443")).allMatch(BillFormat.OPENAI::isOwn);
        assertThat(List.of("notopenai.com", "api.openai.com.example", "127.0.0.1:8080"))
                .noneMatch(BillFormat.OPENAI::isOwn);
        assertThat(List.of("127.0.0.1:8080", "localhost", "simulator")).allMatch(BillFormat::isLocal);
        assertThat(List.of("localhost.example", "127.0.0.10")).noneMatch(BillFormat::isLocal);
    }
}
