package dev.rowan.cli.plan;

import dev.rowan.api.secret.Redaction;
import dev.rowan.engine.plan.PlannedRow;
import java.util.List;

/// A planned row with its findings.
record Preview(String source, PlannedRow row, Redaction redaction, boolean simulated, List<String> missing) {}
