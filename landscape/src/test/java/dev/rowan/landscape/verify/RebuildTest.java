package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.seal.SigningKey;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A record that was rewritten as a whole, which its own chain cannot reveal.
class RebuildTest {
    @TempDir
    Path folder;

    @Test
    void isDetectedByAKeptHeadAndByASignatureButNotByTheChain() throws InterruptedException, SQLException {
        SigningKey key = SigningKey.generate(new SecureRandom());
        Head head = SoundRun.record(folder, "1", Optional.of(key));
        VerifyInputs kept = VerifyInputs.itself().with(List.of(KeptHead.of(head)));
        VerifyInputs signed = VerifyInputs.itself().with(key.verifying());
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", folder)) {
            VerifyReport before = check.verify(SoundRun.ID, signed.with(kept.kept()));
            assertThat(before.verdict()).isInstanceOf(Verdict.Intact.class);
            assertThat(before.seals()).isEqualTo(new VerifyReport.Seals(2, 2));
            assertThat(before.progress().complete()).isTrue();

            Forge.rebuild(
                    folder,
                    SoundRun.ID,
                    Forge.Tallies.COUNTED,
                    events -> events.stream()
                            .map(event -> event.table() == EventTable.ROW_READ
                                    ? Forge.with(event, "position", "line 9")
                                    : event)
                            .toList());

            assertThat(check.verify(SoundRun.ID, VerifyInputs.itself()).verdict())
                    .isInstanceOf(Verdict.Intact.class);
            assertThat(check.verify(SoundRun.ID, kept).verdict()).isInstanceOf(Verdict.Tampered.class);
            assertThat(check.verify(SoundRun.ID, signed).verdict())
                    .isInstanceOfSatisfying(
                            Verdict.Tampered.class,
                            tampered -> assertThat(tampered.what()).contains("not signed"));
        }
    }
}
