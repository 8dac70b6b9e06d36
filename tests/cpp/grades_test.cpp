// The grades of costs, at their bounds.
#include <cstdio>

#include "check.hpp"
#include "facade/weigh.hpp"

namespace {

using sapper::facade::Grade;
using sapper::facade::Win;

Win cost_of(double win, double error = 0) { return {win, error, error == 0}; }

void grades_have_bounds() {
    struct Case {
        double cost, error;
        Grade grade;
    };
    const Case cases[] = {
        {0.0, 0.0, Grade::Best},
        {0.005, 0.0, Grade::Best},
        {0.0051, 0.0, Grade::Inaccuracy},
        {0.03, 0.0, Grade::Inaccuracy},
        {0.0301, 0.0, Grade::Mistake},
        {0.02, 0.01, Grade::Best},  // a cost within two standard errors gets the milder grade
        {0.06, 0.01, Grade::Mistake},
        {0.048, 0.034, Grade::Inaccuracy},  // doubt makes a grade milder by one step only
        {0.008, 0.034, Grade::Best},
        {0.01, 0.01, Grade::Best},
    };
    for (const auto& [cost, error, grade] : cases)
        CHECK(sapper::facade::grade_of(cost_of(cost, error)) == grade, std::to_string(cost));
}

// A grade is decided when no bound is within two standard errors.
void decided_costs_keep_their_grade() {
    struct Case {
        double cost, error;
        bool decided;
    };
    const Case cases[] = {
        {0.2, 0.01, true},
        {0.06, 0.01, true},
        {0.045, 0.01, false},  // 0.03, the bound of an inaccuracy, is within
                               // two standard errors
        {0.02, 0.01, false},
        {0.018, 0.005, true},
        {-0.03, 0.01, true},
        {-0.01, 0.01, false},
    };
    for (const auto& [cost, error, decided] : cases)
        CHECK(sapper::facade::is_decided(cost_of(cost, error)) == decided, std::to_string(cost));
}

}  // namespace

int main() {
    grades_have_bounds();
    decided_costs_keep_their_grade();
    std::puts("grades: ok");
}
