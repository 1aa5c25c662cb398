package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `estimate` and `preview` of pipelines with branches.
@Timeout(120)
class GraphPlanTest {
    @TempDir
    private Path folder;

    private Program example(String name) throws IOException {
        var program = new Program(folder);
        try (Stream<Path> files = Files.list(Path.of("..", "examples", "graphs", name))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                program.write(file.getFileName().toString(), Files.readString(file));
            }
        }
        return program;
    }

    /// Without the requests and empty lines.
    private static String shown(String preview) {
        return preview.replaceAll("(?m)^(POST|Content-Type|Accept|Authorization|Ocp-|\\{).*\n", "")
                .replaceAll("\n+", "\n");
    }

    @Test
    void previewsTheCallsOfEachBranch() throws Exception {
        assertThat(shown(example("parallel_safety")
                        .run("preview", "pipeline.yaml", "--row", "1")
                        .out()))
                .contains("Row itself, part 0\nGoes to sink 'output', unless an answer blocks it.\n")
                .contains("Branch both.safety, part 1\nshield (azure_prompt_shield)  1 call\n")
                .contains("Branch both.answer, part 2\nmodel (llm)  1 call\n", "Is joined at 'done'.");
    }

    @Test
    void previewsTheChunksAndWhatIsMadeOfThem() throws Exception {
        assertThat(shown(example("chunks")
                        .run("preview", "pipeline.yaml", "--row", "1")
                        .out()))
                .contains("summary (llm)  depends on the answer of 'notes'")
                .contains("Branch chunks.1, part 1\nnotes (llm)  1 call\n", "Branch chunks.2, part 2\n");
    }

    @Test
    void previewsAllRoutesOfAGateThatDependsOnAnAnswer() throws Exception {
        Program program = example("cascade");
        assertThat(shown(program.run("preview", "pipeline.yaml", "--row", "1").out()))
                .contains("Later nodes depend on the answer of 'cheap'.")
                .contains("Possible: sure.true\nMakes no calls and goes to sink 'output'.\n")
                .contains("Possible: sure.else\nstrong (llm)  1 call\n");
        assertThat(program.run("preview", "pipeline.yaml", "--row", "1", "--json")
                        .out())
                .contains("\"possible\":[{\"route\":\"sure.true\",\"nodes\":[]");
    }

    /// How many rows an aggregate makes depends on its groups, so the cost is unknown and not $0.
    @Test
    void saysThatCallsBehindAnAggregateAreNotCounted() throws Exception {
        Program digest = example("digest");
        assertThat(digest.run("preview", "pipeline.yaml", "--row", "1").out())
                .contains("Is collected by the aggregate 'by_customer'");
        String estimate = digest.run("estimate", "pipeline.yaml").out();
        assertThat(estimate.replaceAll("[ \n]+", " "))
                .contains("digest unknown unknown unknown", "total, without unknown")
                .contains("May stop early: run.max_cost_usd is $1, and not all calls are counted.")
                .contains("Not counted: calls of 'digest' for rows made by an aggregate");
        assertThat(digest.run("estimate", "pipeline.yaml", "--json").json().toString())
                .contains("unplanned_nodes=[digest]", "cap=may_stop");
        assertThat(example("chunks")
                        .run("estimate", "pipeline.yaml", "--json")
                        .json()
                        .toString())
                .contains("unplanned_nodes=[]", "cap=fits");
    }

    @Test
    void estimatesBranchesAndChunksExactlyAndARangeBehindAGate() throws Exception {
        assertThat(example("chunks")
                        .run("estimate", "pipeline.yaml", "--json")
                        .json()
                        .toString())
                .contains("node=notes, plugin=llm, rows=4, calls=4, max_calls=4")
                .contains("node=summary, plugin=llm, rows=3, calls=3, max_calls=3");
        Program cascade = example("cascade");
        assertThat(cascade.run("estimate", "pipeline.yaml", "--json").json().toString())
                .contains("node=cheap, plugin=llm, rows=8, calls=8, max_calls=8")
                .contains("node=strong, plugin=llm, rows=0, calls=0, max_calls=8");
        assertThat(cascade.run("estimate", "pipeline.yaml").out())
                .containsPattern("strong +0\\.\\.8 +0\\.\\.8 ")
                .contains("Ranges: gates depend on answers");
    }
}
