package dev.rowan.chaos.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Checks a finished run from the outside: it reads the landscape, the sinks and the bill, and nothing else.
public final class Checker {
    private final String url;
    private final Path base;
    private final Path work;
    private final PipelineRules rules;
    private final Optional<String> secret;

    /// `work` is the folder that must not hold `secret` anywhere.
    public Checker(String url, Path base, Path work, PipelineRules rules, Optional<String> secret) {
        this.url = url;
        this.base = base;
        this.work = work;
        this.rules = rules;
        this.secret = secret;
    }

    /// The result of the undisturbed run, for comparison.
    public ReferenceRun reference() throws IOException, SQLException {
        return ReferenceRun.of(facts(), rules);
    }

    /// All violations.
    public List<Violation> check(ReferenceRun reference, BilledCalls bill) throws IOException, SQLException {
        LandscapeFacts facts = facts();
        var findings = new ArrayList<Violation>();
        new RecordCheck(facts, rules, reference).check(url, base, findings);
        new CallCheck(facts, rules, bill).check(findings);
        new BatchesCheck(facts, bill).check(findings);
        new MoneyCheck(facts, rules, bill).check(findings);
        new SinkCheck(facts, rules, reference).check(findings);
        secret(findings);
        return List.copyOf(findings);
    }

    /// The number of rows whose outcome differs because their retries were exhausted.
    public long excused(ReferenceRun reference) throws IOException, SQLException {
        return new SinkCheck(facts(), rules, reference).excusedRows();
    }

    private LandscapeFacts facts() throws SQLException {
        return LandscapeFacts.read(url, base).orElseThrow(() -> new IllegalStateException("there is no run in " + url));
    }

    private void secret(List<Violation> findings) throws IOException {
        if (secret.isEmpty()) {
            return;
        }
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                if (bytes.contains(secret.get())) {
                    findings.add(new Violation("I16", "the key stands in " + file.getFileName()));
                }
            }
        }
    }
}
