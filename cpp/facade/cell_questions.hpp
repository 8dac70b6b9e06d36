// The requests `explain`, `proof`, `numbers` and `reasons`: what is known about single cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "facade/explanation.hpp"
#include "facade/position.hpp"
#include "facade/session.hpp"

namespace sapper::facade {

struct CellRequest : PositionRequest {
    static constexpr About ABOUT{"CellRequest", "A position, and one cell of it."};
    Cell cell;
    std::optional<int> decimals;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        PositionRequest::fields(self, visit);
        visit.field("cell", self.cell, "The cell.");
        visit.option("decimals", self.decimals,
                     "The decimals to which the chances of numbers are rounded; null for all.");
    }
};

struct Proof {
    static constexpr About ABOUT{"Proof", "The numbers that prove a cell free or a mine."};
    bool mine = false;
    std::vector<Cell> numbers;
    bool uses_mine_count = false;
    ProofGrade grade = ProofGrade::One;
    std::string text;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("mine", self.mine, "Whether the cell is a mine. Otherwise it is free.");
        visit.field("numbers", self.numbers, "The opened cells whose numbers prove it. None can be left out.");
        visit.field("uses_mine_count", self.uses_mine_count, "Whether the proof needs the mine count as well.");
        visit.field("grade", self.grade, "How much reasoning the proof needs.");
        visit.field("text", self.text, "The proof as a sentence, which calls the cell `here`.");
    }
};

struct ExplainAnswer {
    static constexpr About ABOUT{"ExplainAnswer", "What is known about one cell."};
    Cell cell;
    std::optional<double> risk;
    std::optional<Proof> why;
    std::optional<std::vector<double>> numbers;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("cell", self.cell, "The cell.");
        visit.field("risk", self.risk, "The probability that it is a mine; null where it is open.");
        visit.maybe("why", self.why, "The proof of a certain cell.");
        visit.maybe("numbers", self.numbers, "The probabilities that it shows 0 to 8, given that it is free.");
    }
};

struct ProofAnswer {
    static constexpr About ABOUT{"ProofAnswer", "Why a covered cell is certain."};
    int row = 0, col = 0;
    bool mine = false;
    std::vector<Cell> numbers;
    bool uses_mine_count = false;
    std::string method, text;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("row", self.row, "The row of the cell.");
        visit.field("col", self.col, "The column of the cell.");
        visit.field("mine", self.mine, "Whether the cell is a mine. Otherwise it is free.");
        visit.field("numbers", self.numbers, "The opened cells whose numbers prove it. None can be left out.");
        visit.field("uses_mine_count", self.uses_mine_count, "Whether the proof needs the mine count as well.");
        visit.field("method", self.method, "The kind of proof, such as `two numbers`, `mine count` or `trusted flag`.");
        visit.field("text", self.text, "The proof as a sentence, which calls the cell `here`.");
    }
};

struct NumbersAnswer {
    static constexpr About ABOUT{"NumbersAnswer", "The number that a covered cell may show."};
    int row = 0, col = 0;
    double risk = 0;
    std::vector<double> numbers;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("row", self.row, "The row of the cell.");
        visit.field("col", self.col, "The column of the cell.");
        visit.field("risk", self.risk, "The probability that it is a mine.");
        visit.field("numbers", self.numbers, "The probabilities that it shows 0 to 8, given that it is free.");
    }
};

struct ReasonsRequest : PositionRequest {
    static constexpr About ABOUT{"ReasonsRequest", "A position whose certain cells are all explained."};
};

// The cheapest proof of one cell, written as [row, col, whether it is a mine, grade].
struct GradedCell {
    Cell cell;
    bool mine = false;
    ProofGrade grade = ProofGrade::Frontier;
};
template <>
struct Form<GradedCell> {
    static Value write(const GradedCell& from);
    static Value schema(Definitions& definitions);
};

struct ReasonsAnswer {
    static constexpr About ABOUT{"ReasonsAnswer",
                                 "The cheapest proofs of certain cells, several cells in each answer."};
    std::string kind = "reasons";
    std::vector<GradedCell> cells;
    bool done = true;

    template <class Self, class Visit>
    static void fields(Self& self, Visit& visit) {
        visit.field("kind", self.kind, "The kind of message: reasons.");
        visit.field("cells", self.cells, "The cells of this answer.");
        visit.field("done", self.done, "Whether this is the last answer.");
    }
};

ExplainAnswer explain(const Call& call, const CellRequest& request);
ProofAnswer proof(const Call& call, const CellRequest& request);
NumbersAnswer numbers(const Call& call, const CellRequest& request);
void reasons(const Call& call, const ReasonsRequest& request, const Tell<ReasonsAnswer>& tell);

}  // namespace sapper::facade
