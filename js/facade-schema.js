// The JSON Schema of every request and answer. Written by scripts/facade_typescript.py.

export const schema = {
 "$schema": "https://json-schema.org/draft/2020-12/schema",
 "requests": {
  "analyse": {
   "description": "The risks of a position, or why it is impossible.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/AnalyseRequest"
   },
   "answer": {
    "anyOf": [
     {
      "$ref": "#/$defs/AnalysisAnswer"
     },
     {
      "$ref": "#/$defs/ImpossibleAnswer"
     }
    ]
   }
  },
  "best": {
   "description": "The recommended move of a position.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/BestRequest"
   },
   "answer": {
    "$ref": "#/$defs/BestAnswer"
   }
  },
  "explain": {
   "description": "What is known about one cell: its risk, proof and numbers.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/CellRequest"
   },
   "answer": {
    "$ref": "#/$defs/ExplainAnswer"
   }
  },
  "numbers": {
   "description": "The number that a covered cell may show.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/CellRequest"
   },
   "answer": {
    "$ref": "#/$defs/NumbersAnswer"
   }
  },
  "proof": {
   "description": "Why a covered cell is certain.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/CellRequest"
   },
   "answer": {
    "$ref": "#/$defs/ProofAnswer"
   }
  },
  "reasons": {
   "description": "The cheapest proof of every certain cell.",
   "streams": true,
   "request": {
    "$ref": "#/$defs/ReasonsRequest"
   },
   "answer": {
    "$ref": "#/$defs/ReasonsAnswer"
   }
  },
  "safe": {
   "description": "The cells of a position that are certainly free.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/SafeRequest"
   },
   "answer": {
    "$ref": "#/$defs/SafeAnswer"
   }
  },
  "think": {
   "description": "The win rates of the candidate moves.",
   "streams": true,
   "request": {
    "$ref": "#/$defs/ThinkRequest"
   },
   "answer": {
    "$ref": "#/$defs/Thought"
   }
  },
  "begin_think": {
   "description": "The candidate moves, to be played out by several workers.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/ThinkRequest"
   },
   "answer": {
    "$ref": "#/$defs/BegunThinking"
   }
  },
  "play_out": {
   "description": "Rollouts of moves, for the request add_playouts.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/PlayOutRequest"
   },
   "answer": {
    "$ref": "#/$defs/PlayedOut"
   }
  },
  "add_playouts": {
   "description": "The win rates after more rollouts.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/AddedPlayouts"
   },
   "answer": {
    "$ref": "#/$defs/Thought"
   }
  },
  "read_position": {
   "description": "A position text in its form on one line.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/ReadRequest"
   },
   "answer": {
    "$ref": "#/$defs/ReadPosition"
   }
  },
  "open_board_file": {
   "description": "A board file with its first cell opened.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/FileRequest"
   },
   "answer": {
    "$ref": "#/$defs/ReadPosition"
   }
  },
  "weigh": {
   "description": "The grade of one move, and the best move.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/WeighRequest"
   },
   "answer": {
    "$ref": "#/$defs/WeighAnswer"
   }
  },
  "new_game": {
   "description": "Begin a game with hidden mines.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/NewGame"
   },
   "answer": {
    "$ref": "#/$defs/GameState"
   }
  },
  "continue_game": {
   "description": "Go on from a position of a record.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/ContinuedGame"
   },
   "answer": {
    "$ref": "#/$defs/GameState"
   }
  },
  "game": {
   "description": "Everything that may be known about a game.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/GameQuestion"
   },
   "answer": {
    "$ref": "#/$defs/GameState"
   }
  },
  "move": {
   "description": "Open a cell, set or take a flag, or chord.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/MoveRequest"
   },
   "answer": {
    "$ref": "#/$defs/MoveResult"
   }
  },
  "autoplay": {
   "description": "Open certainly free cells, again and again, until a guess is needed.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/AutoplayRequest"
   },
   "answer": {
    "$ref": "#/$defs/MoveResult"
   }
  },
  "lay_mines": {
   "description": "Give a game its layout before the first cell is opened.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/LayoutRequest"
   },
   "answer": {
    "$ref": "#/$defs/GameState"
   }
  },
  "help": {
   "description": "The position of a game for an analysis. The game then counts as helped.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/GameQuestion"
   },
   "answer": {
    "$ref": "#/$defs/GamePosition"
   }
  },
  "take_back": {
   "description": "Take the last move back. The game is then no fair game any more.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/GameQuestion"
   },
   "answer": {
    "$ref": "#/$defs/GameState"
   }
  },
  "play_again": {
   "description": "Begin a new game on the same board.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/GameQuestion"
   },
   "answer": {
    "$ref": "#/$defs/GameState"
   }
  },
  "game_record": {
   "description": "The record of a finished game.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/GameQuestion"
   },
   "answer": {
    "$ref": "#/$defs/GameRecord"
   }
  },
  "save_game": {
   "description": "A game as opaque text, from which it is restored.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/GameQuestion"
   },
   "answer": {
    "$ref": "#/$defs/SavedGame"
   }
  },
  "restore_game": {
   "description": "Restore a saved game, under the identity given.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/SavedGame"
   },
   "answer": {
    "$ref": "#/$defs/GameState"
   }
  },
  "forget_game": {
   "description": "Drop a game.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/GameQuestion"
   },
   "answer": {
    "$ref": "#/$defs/ForgottenGame"
   }
  },
  "generate": {
   "description": "Boards, if wanted such that need no guess, one after another.",
   "streams": true,
   "request": {
    "$ref": "#/$defs/GenerateRequest"
   },
   "answer": {
    "$ref": "#/$defs/GeneratedBoard"
   }
  },
  "optimum": {
   "description": "The chance to win a small board with perfect play.",
   "streams": true,
   "request": {
    "$ref": "#/$defs/OptimumRequest"
   },
   "answer": {
    "$ref": "#/$defs/OptimumAnswer"
   }
  },
  "difficulty": {
   "description": "How hard a board is.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/BoardRequest"
   },
   "answer": {
    "$ref": "#/$defs/BoardRating"
   }
  },
  "deduction": {
   "description": "The cheapest deduction that frees a cell of a position.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/DeductionRequest"
   },
   "answer": {
    "$ref": "#/$defs/DeductionAnswer"
   }
  },
  "review": {
   "description": "The moves of a game, each graded, and a summary.",
   "streams": true,
   "request": {
    "$ref": "#/$defs/ReviewRequest"
   },
   "answer": {
    "anyOf": [
     {
      "$ref": "#/$defs/ReviewedMove"
     },
     {
      "$ref": "#/$defs/ReviewSummary"
     }
    ]
   }
  },
  "verdict": {
   "description": "What the moves of a game cost and what luck added.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/VerdictRequest"
   },
   "answer": {
    "$ref": "#/$defs/VerdictAnswer"
   }
  },
  "watch": {
   "description": "Native agents on the same board, step by step.",
   "streams": true,
   "request": {
    "$ref": "#/$defs/WatchRequest"
   },
   "answer": {
    "anyOf": [
     {
      "$ref": "#/$defs/WatchedBoard"
     },
     {
      "anyOf": [
       {
        "$ref": "#/$defs/WatchedStep"
       },
       {
        "$ref": "#/$defs/WatchedRecord"
       }
      ]
     }
    ]
   }
  },
  "complete_record": {
   "description": "The whole record of a short one.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/CompleteRequest"
   },
   "answer": {
    "$ref": "#/$defs/GameRecord"
   }
  },
  "progress": {
   "description": "A player's ratings, and the exercises that come back.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/ProgressRequest"
   },
   "answer": {
    "$ref": "#/$defs/ProgressAnswer"
   }
  },
  "choose_exercise": {
   "description": "The next exercise of a player.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/ChoiceRequest"
   },
   "answer": {
    "$ref": "#/$defs/ChoiceAnswer"
   }
  },
  "judge_answer": {
   "description": "Whether an answer to an exercise is right.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/ExerciseAnswer"
   },
   "answer": {
    "$ref": "#/$defs/JudgedAnswer"
   }
  },
  "add_answer": {
   "description": "What an answer changes in a player's progress.",
   "streams": false,
   "request": {
    "$ref": "#/$defs/AddedAnswer"
   },
   "answer": {
    "$ref": "#/$defs/ChangedProgress"
   }
  }
 },
 "$defs": {
  "AnalyseRequest": {
   "description": "A position to analyse.",
   "type": "object",
   "properties": {
    "position": {
     "type": "string",
     "description": "The position as text: rows split by / or newlines, with the mine count."
    },
    "trust_flags": {
     "type": "boolean",
     "description": "Whether flagged cells are mines. Otherwise flags are ignored.",
     "default": false
    },
    "budget": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds that the analysis may take; null for no limit.",
     "default": null
    },
    "memory": {
     "type": "number",
     "description": "The bytes that the analysis may take.",
     "default": 2147483648.0
    },
    "promise": {
     "anyOf": [
      {
       "$ref": "#/$defs/FirstCellPromise"
      },
      {
       "type": "null"
      }
     ],
     "description": "What the rules promise about the first cell, while no cell is open.",
     "default": null
    },
    "best": {
     "type": "boolean",
     "description": "Whether to recommend a move. Without it the answer comes sooner.",
     "default": false
    },
    "strength": {
     "type": "string",
     "description": "fast, strong, max, or the name of a native agent.",
     "default": "strong"
    },
    "decimals": {
     "anyOf": [
      {
       "type": "integer"
      },
      {
       "type": "null"
      }
     ],
     "description": "The decimals to which the risks are rounded; null for all.",
     "default": null
    },
    "digits": {
     "anyOf": [
      {
       "type": "integer"
      },
      {
       "type": "null"
      }
     ],
     "description": "The most digits of `solutions`; null for all of them.",
     "default": null
    }
   },
   "required": [
    "position"
   ],
   "additionalProperties": false
  },
  "FirstCellPromise": {
   "description": "What the rules promise about the first cell.",
   "type": "object",
   "properties": {
    "rules": {
     "$ref": "#/$defs/GameRules",
     "description": "The rules of the game."
    },
    "start": {
     "anyOf": [
      {
       "$ref": "#/$defs/Cell"
      },
      {
       "type": "null"
      }
     ],
     "description": "The start of the board; null while there is no board yet.",
     "default": null
    }
   },
   "required": [
    "rules"
   ],
   "additionalProperties": false
  },
  "GameRules": {
   "description": "The rules of a game.",
   "type": "object",
   "properties": {
    "rows": {
     "type": "integer",
     "description": "The number of rows."
    },
    "cols": {
     "type": "integer",
     "description": "The number of columns."
    },
    "mines": {
     "type": "integer",
     "description": "The number of mines."
    },
    "first_move": {
     "$ref": "#/$defs/FirstMove",
     "description": "What is promised about the first cell.",
     "default": "safe"
    },
    "cascade": {
     "type": "boolean",
     "description": "Whether opening a zero opens its neighbours.",
     "default": true
    },
    "on_mine": {
     "$ref": "#/$defs/OnMine",
     "description": "Whether opening a mine ends the game.",
     "default": "lose"
    },
    "on_wrong_flag": {
     "$ref": "#/$defs/OnWrongFlag",
     "description": "Whether a flag on a free cell ends the game.",
     "default": "ignore"
    },
    "won_by": {
     "$ref": "#/$defs/WonBy",
     "description": "Whether flags on all mines win as well.",
     "default": "open"
    }
   },
   "required": [
    "rows",
    "cols",
    "mines"
   ],
   "additionalProperties": false
  },
  "FirstMove": {
   "description": "What is promised about the first cell: it is free, it is a zero, or nothing.",
   "type": "string",
   "enum": [
    "safe",
    "zero",
    "unsafe"
   ]
  },
  "OnMine": {
   "description": "Whether opening a mine ends the game.",
   "type": "string",
   "enum": [
    "lose",
    "continue"
   ]
  },
  "OnWrongFlag": {
   "description": "Whether a flag on a free cell ends the game.",
   "type": "string",
   "enum": [
    "ignore",
    "lose"
   ]
  },
  "WonBy": {
   "description": "Whether flags on all mines win as well.",
   "type": "string",
   "enum": [
    "open",
    "open-or-flag"
   ]
  },
  "Cell": {
   "description": "A cell: row and column, from 0.",
   "type": "array",
   "prefixItems": [
    {
     "type": "integer"
    },
    {
     "type": "integer"
    }
   ],
   "minItems": 2,
   "maxItems": 2
  },
  "ImpossibleAnswer": {
   "description": "Why no layout fits a position: numbers that contradict each other.",
   "type": "object",
   "properties": {
    "possible": {
     "type": "boolean",
     "description": "Whether any layout fits: false."
    },
    "cells": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The numbers. None of them can be left out."
    },
    "uses_mine_count": {
     "type": "boolean",
     "description": "Whether the mine count belongs to the contradiction."
    },
    "reason": {
     "type": "string",
     "description": "The contradiction as a sentence."
    }
   },
   "required": [
    "possible",
    "cells",
    "uses_mine_count",
    "reason"
   ],
   "additionalProperties": false
  },
  "AnalysisAnswer": {
   "description": "The analysis of a position.",
   "type": "object",
   "properties": {
    "possible": {
     "type": "boolean",
     "description": "Whether any layout fits: true."
    },
    "rows": {
     "type": "integer",
     "description": "The number of rows."
    },
    "cols": {
     "type": "integer",
     "description": "The number of columns."
    },
    "mines": {
     "type": "integer",
     "description": "The mine count."
    },
    "exact": {
     "type": "boolean",
     "description": "Whether the risks are exact. Otherwise they are estimates."
    },
    "solutions": {
     "anyOf": [
      {
       "type": "string"
      },
      {
       "type": "null"
      }
     ],
     "description": "The number of layouts in decimal; null if it has too many digits or was not counted."
    },
    "log10_solutions": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "Its logarithm to base 10; null if it was not counted."
    },
    "risk": {
     "type": "array",
     "items": {
      "type": "array",
      "items": {
       "anyOf": [
        {
         "type": "number"
        },
        {
         "type": "null"
        }
       ]
      }
     },
     "description": "The risk of every covered cell; null where a cell is open."
    },
    "safe": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The cells that are certainly free."
    },
    "mine_cells": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The cells that are certainly mines."
    },
    "best": {
     "anyOf": [
      {
       "$ref": "#/$defs/BestMove"
      },
      {
       "type": "null"
      }
     ],
     "description": "The recommended move; null unless it was asked for and there is one."
    },
    "candidates": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Candidate"
     },
     "description": "The moves that may be the best one, if a move was asked for."
    }
   },
   "required": [
    "possible",
    "rows",
    "cols",
    "mines",
    "exact",
    "solutions",
    "log10_solutions",
    "risk",
    "safe",
    "mine_cells",
    "best",
    "candidates"
   ],
   "additionalProperties": false
  },
  "BestMove": {
   "description": "The recommended move. The cell is given twice, because programs read both forms.",
   "type": "object",
   "properties": {
    "row": {
     "type": "integer",
     "description": "The row of the cell."
    },
    "col": {
     "type": "integer",
     "description": "The column of the cell."
    },
    "risk": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The probability that the cell is a mine."
    },
    "win": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The probability of winning; null where it is not known or not needed."
    },
    "certain": {
     "type": "boolean",
     "description": "Whether the cell is proven free."
    },
    "reason": {
     "type": "string",
     "description": "The reason as a sentence."
    },
    "win_exact": {
     "type": "boolean",
     "description": "Whether `win` is exact."
    },
    "error": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The standard error of an estimated `win`."
    },
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell."
    }
   },
   "required": [
    "row",
    "col",
    "risk",
    "win",
    "certain",
    "reason",
    "win_exact",
    "error",
    "cell"
   ],
   "additionalProperties": false
  },
  "Candidate": {
   "description": "A move that may be the best one.",
   "type": "object",
   "properties": {
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that the move opens."
    },
    "risk": {
     "type": "number",
     "description": "The probability that the cell is a mine."
    },
    "certain": {
     "type": "boolean",
     "description": "Whether the cell is proven free."
    },
    "win": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The probability of winning with this move; null while it is not known."
    },
    "win_exact": {
     "type": "boolean",
     "description": "Whether `win` is exact."
    },
    "error": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The standard error of an estimated `win`."
    }
   },
   "required": [
    "cell",
    "risk",
    "certain",
    "win",
    "win_exact",
    "error"
   ],
   "additionalProperties": false
  },
  "BestRequest": {
   "description": "A position in which a move is wanted.",
   "type": "object",
   "properties": {
    "position": {
     "type": "string",
     "description": "The position as text: rows split by / or newlines, with the mine count."
    },
    "trust_flags": {
     "type": "boolean",
     "description": "Whether flagged cells are mines. Otherwise flags are ignored.",
     "default": false
    },
    "budget": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds that the analysis may take; null for no limit.",
     "default": null
    },
    "memory": {
     "type": "number",
     "description": "The bytes that the analysis may take.",
     "default": 2147483648.0
    },
    "promise": {
     "anyOf": [
      {
       "$ref": "#/$defs/FirstCellPromise"
      },
      {
       "type": "null"
      }
     ],
     "description": "What the rules promise about the first cell, while no cell is open.",
     "default": null
    },
    "strength": {
     "type": "string",
     "description": "fast, strong, max, or the name of a native agent.",
     "default": "strong"
    },
    "think": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds that max may use for a guess; null for a fixed number of rollouts.",
     "default": null
    }
   },
   "required": [
    "position"
   ],
   "additionalProperties": false
  },
  "BestAnswer": {
   "description": "The recommended move.",
   "type": "object",
   "properties": {
    "best": {
     "anyOf": [
      {
       "$ref": "#/$defs/BestMove"
      },
      {
       "type": "null"
      }
     ],
     "description": "The move; null when no covered cell can be free."
    },
    "reason": {
     "type": "string",
     "description": "The reason for the move, or why there is none."
    }
   },
   "required": [
    "best",
    "reason"
   ],
   "additionalProperties": false
  },
  "CellRequest": {
   "description": "A position, and one cell of it.",
   "type": "object",
   "properties": {
    "position": {
     "type": "string",
     "description": "The position as text: rows split by / or newlines, with the mine count."
    },
    "trust_flags": {
     "type": "boolean",
     "description": "Whether flagged cells are mines. Otherwise flags are ignored.",
     "default": false
    },
    "budget": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds that the analysis may take; null for no limit.",
     "default": null
    },
    "memory": {
     "type": "number",
     "description": "The bytes that the analysis may take.",
     "default": 2147483648.0
    },
    "promise": {
     "anyOf": [
      {
       "$ref": "#/$defs/FirstCellPromise"
      },
      {
       "type": "null"
      }
     ],
     "description": "What the rules promise about the first cell, while no cell is open.",
     "default": null
    },
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell."
    },
    "decimals": {
     "anyOf": [
      {
       "type": "integer"
      },
      {
       "type": "null"
      }
     ],
     "description": "The decimals to which the chances of numbers are rounded; null for all.",
     "default": null
    }
   },
   "required": [
    "position",
    "cell"
   ],
   "additionalProperties": false
  },
  "ExplainAnswer": {
   "description": "What is known about one cell.",
   "type": "object",
   "properties": {
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell."
    },
    "risk": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The probability that it is a mine; null where it is open."
    },
    "why": {
     "$ref": "#/$defs/Proof",
     "description": "The proof of a certain cell."
    },
    "numbers": {
     "type": "array",
     "items": {
      "type": "number"
     },
     "description": "The probabilities that it shows 0 to 8, given that it is free."
    }
   },
   "required": [
    "cell",
    "risk"
   ],
   "additionalProperties": false
  },
  "Proof": {
   "description": "The numbers that prove a cell free or a mine.",
   "type": "object",
   "properties": {
    "mine": {
     "type": "boolean",
     "description": "Whether the cell is a mine. Otherwise it is free."
    },
    "numbers": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The opened cells whose numbers prove it. None can be left out."
    },
    "uses_mine_count": {
     "type": "boolean",
     "description": "Whether the proof needs the mine count as well."
    },
    "grade": {
     "$ref": "#/$defs/ProofGrade",
     "description": "How much reasoning the proof needs."
    },
    "text": {
     "type": "string",
     "description": "The proof as a sentence, which calls the cell `here`."
    }
   },
   "required": [
    "mine",
    "numbers",
    "uses_mine_count",
    "grade",
    "text"
   ],
   "additionalProperties": false
  },
  "ProofGrade": {
   "description": "The reasoning that proves a cell: one, two or three numbers, the frontier, or the mine count.",
   "type": "string",
   "enum": [
    "one",
    "two",
    "three",
    "frontier",
    "count"
   ]
  },
  "NumbersAnswer": {
   "description": "The number that a covered cell may show.",
   "type": "object",
   "properties": {
    "row": {
     "type": "integer",
     "description": "The row of the cell."
    },
    "col": {
     "type": "integer",
     "description": "The column of the cell."
    },
    "risk": {
     "type": "number",
     "description": "The probability that it is a mine."
    },
    "numbers": {
     "type": "array",
     "items": {
      "type": "number"
     },
     "description": "The probabilities that it shows 0 to 8, given that it is free."
    }
   },
   "required": [
    "row",
    "col",
    "risk",
    "numbers"
   ],
   "additionalProperties": false
  },
  "ProofAnswer": {
   "description": "Why a covered cell is certain.",
   "type": "object",
   "properties": {
    "row": {
     "type": "integer",
     "description": "The row of the cell."
    },
    "col": {
     "type": "integer",
     "description": "The column of the cell."
    },
    "mine": {
     "type": "boolean",
     "description": "Whether the cell is a mine. Otherwise it is free."
    },
    "numbers": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The opened cells whose numbers prove it. None can be left out."
    },
    "uses_mine_count": {
     "type": "boolean",
     "description": "Whether the proof needs the mine count as well."
    },
    "method": {
     "type": "string",
     "description": "The kind of proof, such as `two numbers`, `mine count` or `trusted flag`."
    },
    "text": {
     "type": "string",
     "description": "The proof as a sentence, which calls the cell `here`."
    }
   },
   "required": [
    "row",
    "col",
    "mine",
    "numbers",
    "uses_mine_count",
    "method",
    "text"
   ],
   "additionalProperties": false
  },
  "ReasonsRequest": {
   "description": "A position whose certain cells are all explained.",
   "type": "object",
   "properties": {
    "position": {
     "type": "string",
     "description": "The position as text: rows split by / or newlines, with the mine count."
    },
    "trust_flags": {
     "type": "boolean",
     "description": "Whether flagged cells are mines. Otherwise flags are ignored.",
     "default": false
    },
    "budget": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds that the analysis may take; null for no limit.",
     "default": null
    },
    "memory": {
     "type": "number",
     "description": "The bytes that the analysis may take.",
     "default": 2147483648.0
    },
    "promise": {
     "anyOf": [
      {
       "$ref": "#/$defs/FirstCellPromise"
      },
      {
       "type": "null"
      }
     ],
     "description": "What the rules promise about the first cell, while no cell is open.",
     "default": null
    }
   },
   "required": [
    "position"
   ],
   "additionalProperties": false
  },
  "ReasonsAnswer": {
   "description": "The cheapest proofs of certain cells, several cells in each answer.",
   "type": "object",
   "properties": {
    "kind": {
     "type": "string",
     "description": "The kind of message: reasons."
    },
    "cells": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/GradedCell"
     },
     "description": "The cells of this answer."
    },
    "done": {
     "type": "boolean",
     "description": "Whether this is the last answer."
    }
   },
   "required": [
    "kind",
    "cells",
    "done"
   ],
   "additionalProperties": false
  },
  "GradedCell": {
   "description": "A certain cell: row, column, whether it is a mine, and how it is proven.",
   "type": "array",
   "prefixItems": [
    {
     "type": "integer"
    },
    {
     "type": "integer"
    },
    {
     "type": "boolean"
    },
    {
     "$ref": "#/$defs/ProofGrade"
    }
   ],
   "minItems": 4,
   "maxItems": 4
  },
  "SafeRequest": {
   "description": "A position whose free cells are wanted.",
   "type": "object",
   "properties": {
    "position": {
     "type": "string",
     "description": "The position as text: rows split by / or newlines, with the mine count."
    },
    "trust_flags": {
     "type": "boolean",
     "description": "Whether flagged cells are mines. Otherwise flags are ignored.",
     "default": false
    },
    "budget": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds that the analysis may take; null for no limit.",
     "default": null
    },
    "memory": {
     "type": "number",
     "description": "The bytes that the analysis may take.",
     "default": 2147483648.0
    },
    "promise": {
     "anyOf": [
      {
       "$ref": "#/$defs/FirstCellPromise"
      },
      {
       "type": "null"
      }
     ],
     "description": "What the rules promise about the first cell, while no cell is open.",
     "default": null
    }
   },
   "required": [
    "position"
   ],
   "additionalProperties": false
  },
  "SafeAnswer": {
   "description": "The cells that are certainly free.",
   "type": "object",
   "properties": {
    "safe": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The cells that are certainly free."
    }
   },
   "required": [
    "safe"
   ],
   "additionalProperties": false
  },
  "ThinkRequest": {
   "description": "A position whose candidate moves are played out.",
   "type": "object",
   "properties": {
    "position": {
     "type": "string",
     "description": "The position as text: rows split by / or newlines, with the mine count."
    },
    "trust_flags": {
     "type": "boolean",
     "description": "Whether flagged cells are mines. Otherwise flags are ignored.",
     "default": false
    },
    "budget": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds that the analysis may take; null for no limit.",
     "default": null
    },
    "memory": {
     "type": "number",
     "description": "The bytes that the analysis may take.",
     "default": 2147483648.0
    },
    "promise": {
     "anyOf": [
      {
       "$ref": "#/$defs/FirstCellPromise"
      },
      {
       "type": "null"
      }
     ],
     "description": "What the rules promise about the first cell, while no cell is open.",
     "default": null
    },
    "strength": {
     "type": "string",
     "description": "fast, strong or max: whose move comes first.",
     "default": "strong"
    },
    "seconds": {
     "type": "number",
     "description": "The seconds for rollouts.",
     "default": 1.0
    }
   },
   "required": [
    "position"
   ],
   "additionalProperties": false
  },
  "Thought": {
   "description": "The candidate moves with their win rates so far, the best first.",
   "type": "object",
   "properties": {
    "kind": {
     "type": "string",
     "description": "The kind of message: wins."
    },
    "done": {
     "type": "boolean",
     "description": "Whether this is the last answer."
    },
    "exact": {
     "type": "boolean",
     "description": "Whether the win rates are exact."
    },
    "layouts": {
     "type": "integer",
     "description": "The layouts that were played out; 0 if the win rates are exact."
    },
    "candidates": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Candidate"
     },
     "description": "The moves, the best first."
    },
    "best": {
     "anyOf": [
      {
       "$ref": "#/$defs/ThoughtBest"
      },
      {
       "type": "null"
      }
     ],
     "description": "The best move; null when no cell can be opened."
    }
   },
   "required": [
    "kind",
    "done",
    "exact",
    "layouts",
    "candidates",
    "best"
   ],
   "additionalProperties": false
  },
  "ThoughtBest": {
   "description": "The best candidate so far.",
   "type": "object",
   "properties": {
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell."
    },
    "reason": {
     "anyOf": [
      {
       "type": "string"
      },
      {
       "type": "null"
      }
     ],
     "description": "The reason; null for a certain cell."
    }
   },
   "required": [
    "cell",
    "reason"
   ],
   "additionalProperties": false
  },
  "BegunThinking": {
   "description": "What is known before anything is played out, and what is to be.",
   "type": "object",
   "properties": {
    "cells": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The candidate moves, in the order of the rows."
    },
    "most": {
     "type": "integer",
     "description": "The most layouts that are worth playing out; 0 if all is known."
    },
    "thought": {
     "anyOf": [
      {
       "$ref": "#/$defs/Thought"
      },
      {
       "type": "null"
      }
     ],
     "description": "What is known; null while something is to be played out."
    }
   },
   "required": [
    "cells",
    "most",
    "thought"
   ],
   "additionalProperties": false
  },
  "PlayOutRequest": {
   "description": "Moves of a position to play out on some of its layouts.",
   "type": "object",
   "properties": {
    "position": {
     "type": "string",
     "description": "The position as text: rows split by / or newlines, with the mine count."
    },
    "trust_flags": {
     "type": "boolean",
     "description": "Whether flagged cells are mines. Otherwise flags are ignored.",
     "default": false
    },
    "cells": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The moves."
    },
    "first": {
     "type": "integer",
     "description": "The number of the first layout."
    },
    "count": {
     "type": "integer",
     "description": "The number of layouts."
    }
   },
   "required": [
    "position",
    "cells",
    "first",
    "count"
   ],
   "additionalProperties": false
  },
  "PlayedOut": {
   "description": "The results of rollouts.",
   "type": "object",
   "properties": {
    "wins": {
     "type": "array",
     "items": {
      "anyOf": [
       {
        "type": "number"
       },
       {
        "type": "null"
       }
      ]
     },
     "description": "For each layout the result of each move; null where it opens a mine."
    }
   },
   "required": [
    "wins"
   ],
   "additionalProperties": false
  },
  "AddedPlayouts": {
   "description": "Results of rollouts, for what was begun last.",
   "type": "object",
   "properties": {
    "wins": {
     "type": "array",
     "items": {
      "anyOf": [
       {
        "type": "number"
       },
       {
        "type": "null"
       }
      ]
     },
     "description": "The results of the layouts after those that were added before."
    },
    "last": {
     "type": "boolean",
     "description": "Whether nothing more will be added.",
     "default": false
    }
   },
   "required": [
    "wins"
   ],
   "additionalProperties": false
  },
  "ReadRequest": {
   "description": "A position text as a person writes it.",
   "type": "object",
   "properties": {
    "text": {
     "type": "string",
     "description": "Rows split by / or newlines, the mine count after them or in a first line."
    }
   },
   "required": [
    "text"
   ],
   "additionalProperties": false
  },
  "ReadPosition": {
   "description": "A position that was read.",
   "type": "object",
   "properties": {
    "position": {
     "type": "string",
     "description": "The position as text on one line."
    },
    "rows": {
     "type": "integer",
     "description": "The number of rows."
    },
    "cols": {
     "type": "integer",
     "description": "The number of columns."
    },
    "mines": {
     "type": "integer",
     "description": "The number of mines."
    }
   },
   "required": [
    "position",
    "rows",
    "cols",
    "mines"
   ],
   "additionalProperties": false
  },
  "FileRequest": {
   "description": "A board file of another program (.mbf or .abf).",
   "type": "object",
   "properties": {
    "data": {
     "type": "array",
     "items": {
      "type": "integer"
     },
     "description": "The bytes of the file, each a number from 0 to 255."
    }
   },
   "required": [
    "data"
   ],
   "additionalProperties": false
  },
  "WeighRequest": {
   "description": "A move to grade.",
   "type": "object",
   "properties": {
    "position": {
     "type": "string",
     "description": "The position as text: rows split by / or newlines, with the mine count."
    },
    "trust_flags": {
     "type": "boolean",
     "description": "Whether flagged cells are mines. Otherwise flags are ignored.",
     "default": false
    },
    "budget": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds that the analysis may take; null for no limit.",
     "default": null
    },
    "memory": {
     "type": "number",
     "description": "The bytes that the analysis may take.",
     "default": 2147483648.0
    },
    "promise": {
     "anyOf": [
      {
       "$ref": "#/$defs/FirstCellPromise"
      },
      {
       "type": "null"
      }
     ],
     "description": "What the rules promise about the first cell, while no cell is open.",
     "default": null
    },
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The covered cell that the move opens."
    },
    "strength": {
     "type": "string",
     "description": "fast, strong or max.",
     "default": "strong"
    }
   },
   "required": [
    "position",
    "cell"
   ],
   "additionalProperties": false
  },
  "WeighAnswer": {
   "description": "The grade of one move in a position, and the best move there.",
   "type": "object",
   "properties": {
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell."
    },
    "grade": {
     "$ref": "#/$defs/Grade",
     "description": "The grade of the move."
    },
    "risk": {
     "type": "number",
     "description": "The probability that the cell is a mine."
    },
    "cost": {
     "type": "number",
     "description": "The chance to win that the move gives away."
    },
    "error": {
     "type": "number",
     "description": "The standard error of `cost`; 0 if it is exact."
    },
    "best": {
     "anyOf": [
      {
       "$ref": "#/$defs/BestMove"
      },
      {
       "type": "null"
      }
     ],
     "description": "The best move; null when no covered cell can be free."
    }
   },
   "required": [
    "cell",
    "grade",
    "risk",
    "cost",
    "error",
    "best"
   ],
   "additionalProperties": false
  },
  "Grade": {
   "description": "forced: the move opened only certain cells. best, inaccuracy, mistake: what it cost. unlucky: a best move that hit a mine.",
   "type": "string",
   "enum": [
    "forced",
    "best",
    "inaccuracy",
    "mistake",
    "unlucky"
   ]
  },
  "NewGame": {
   "description": "A new game. Its layout is made when its first cell is opened.",
   "type": "object",
   "properties": {
    "rows": {
     "type": "integer",
     "description": "The number of rows."
    },
    "cols": {
     "type": "integer",
     "description": "The number of columns."
    },
    "mines": {
     "type": "integer",
     "description": "The number of mines."
    },
    "first_move": {
     "$ref": "#/$defs/FirstMove",
     "description": "What is promised about the first cell.",
     "default": "safe"
    },
    "cascade": {
     "type": "boolean",
     "description": "Whether opening a zero opens its neighbours.",
     "default": true
    },
    "on_mine": {
     "$ref": "#/$defs/OnMine",
     "description": "Whether opening a mine ends the game.",
     "default": "lose"
    },
    "on_wrong_flag": {
     "$ref": "#/$defs/OnWrongFlag",
     "description": "Whether a flag on a free cell ends the game.",
     "default": "ignore"
    },
    "won_by": {
     "$ref": "#/$defs/WonBy",
     "description": "Whether flags on all mines win as well.",
     "default": "open"
    },
    "no_guess": {
     "type": "boolean",
     "description": "Whether the board must be won without a guess from its first cell.",
     "default": false
    }
   },
   "required": [
    "rows",
    "cols",
    "mines"
   ],
   "additionalProperties": false
  },
  "GameState": {
   "description": "Everything that may be known about a game.",
   "type": "object",
   "properties": {
    "id": {
     "type": "string",
     "description": "The identity of the game."
    },
    "rows": {
     "type": "integer",
     "description": "The number of rows."
    },
    "cols": {
     "type": "integer",
     "description": "The number of columns."
    },
    "mines": {
     "type": "integer",
     "description": "The number of mines."
    },
    "first_move": {
     "$ref": "#/$defs/FirstMove",
     "description": "What is promised about the first cell."
    },
    "no_guess": {
     "type": "boolean",
     "description": "Whether the board is won without a guess from its first cell."
    },
    "again": {
     "type": "boolean",
     "description": "Whether this board was played before."
    },
    "start": {
     "anyOf": [
      {
       "$ref": "#/$defs/Cell"
      },
      {
       "type": "null"
      }
     ],
     "description": "The cell that the promise is about, on a board that is played again or fully taken back."
    },
    "position": {
     "type": "string",
     "description": "The position as text on one line."
    },
    "moves": {
     "type": "integer",
     "description": "The number of moves."
    },
    "state": {
     "$ref": "#/$defs/State",
     "description": "Whether the game is still being played, and its result if not."
    },
    "seconds": {
     "type": "number",
     "description": "The playing time."
    },
    "running": {
     "type": "boolean",
     "description": "Whether the clock runs."
    },
    "deeds": {
     "type": "integer",
     "description": "The number of moves the person tried, those without an effect included."
    },
    "what_if": {
     "type": "boolean",
     "description": "Whether a move other than a flag was taken back."
    },
    "helped": {
     "type": "boolean",
     "description": "Whether hints were shown or cells opened for the person."
    },
    "over": {
     "anyOf": [
      {
       "$ref": "#/$defs/GameEnd"
      },
      {
       "type": "null"
      }
     ],
     "description": "What is shown at the end; null before."
    }
   },
   "required": [
    "id",
    "rows",
    "cols",
    "mines",
    "first_move",
    "no_guess",
    "again",
    "start",
    "position",
    "moves",
    "state",
    "seconds",
    "running",
    "deeds",
    "what_if",
    "helped",
    "over"
   ],
   "additionalProperties": false
  },
  "State": {
   "description": "Whether a game is still being played, and its result if not.",
   "type": "string",
   "enum": [
    "playing",
    "won",
    "lost"
   ]
  },
  "GameEnd": {
   "description": "The facts about a game that are shown only when it is over.",
   "type": "object",
   "properties": {
    "mines": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The mines."
    },
    "bbbv": {
     "type": "integer",
     "description": "The 3BV of the board."
    },
    "openings": {
     "type": "integer",
     "description": "The number of connected regions of zeros."
    },
    "efficiency": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "3BV divided by the number of moves; null unless the game was won without help."
    }
   },
   "required": [
    "mines",
    "bbbv",
    "openings",
    "efficiency"
   ],
   "additionalProperties": false
  },
  "ContinuedGame": {
   "description": "A game that goes on from a position of a record.",
   "type": "object",
   "properties": {
    "record": {
     "$ref": "#/$defs/GivenRecord",
     "description": "The record of the game. Its mines stay hidden."
    },
    "moves": {
     "type": "integer",
     "description": "How many of its moves are made; the game must not be over then."
    }
   },
   "required": [
    "record",
    "moves"
   ],
   "additionalProperties": false
  },
  "GivenRecord": {
   "description": "A game record that is given.",
   "type": "object",
   "properties": {
    "format": {
     "type": "integer",
     "description": "The version of the format."
    },
    "rules": {
     "$ref": "#/$defs/GameRules",
     "description": "The rules."
    },
    "mines": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The mines."
    },
    "start": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that the rules' promise is about."
    },
    "agent": {
     "type": "string",
     "description": "The player."
    },
    "moves": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/GivenMove"
     },
     "description": "The moves."
    },
    "result": {
     "$ref": "#/$defs/State",
     "description": "The result."
    },
    "end": {
     "type": "string",
     "description": "How the game ended."
    },
    "reproducible": {
     "type": "boolean",
     "description": "False if a wall-clock limit influenced the moves.",
     "default": true
    },
    "forgives": {
     "$ref": "#/$defs/Forgives",
     "description": "Which guesses the program forgives.",
     "default": "nothing"
    },
    "layout_known": {
     "type": "boolean",
     "description": "False if not all mines were seen.",
     "default": true
    }
   },
   "required": [
    "format",
    "rules",
    "mines",
    "start",
    "agent",
    "moves",
    "result",
    "end"
   ],
   "additionalProperties": true
  },
  "GivenMove": {
   "description": "A move of a game record that is given.",
   "type": "object",
   "properties": {
    "do": {
     "$ref": "#/$defs/Act",
     "description": "What was done."
    },
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that the player chose."
    },
    "opened": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Opened"
     },
     "description": "The cells that the move opened, in order.",
     "default": []
    },
    "risk": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The risk that the player stated, or null.",
     "default": null
    },
    "certain": {
     "anyOf": [
      {
       "type": "boolean"
      },
      {
       "type": "null"
      }
     ],
     "description": "Whether the player called the move certain, or null.",
     "default": null
    },
    "by": {
     "type": "string",
     "description": "The rule or method that chose the move.",
     "default": ""
    },
    "time": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "Seconds since the first cell was opened, or null.",
     "default": null
    }
   },
   "required": [
    "do",
    "cell"
   ],
   "additionalProperties": true
  },
  "Act": {
   "description": "What a move does.",
   "type": "string",
   "enum": [
    "open",
    "flag",
    "chord"
   ]
  },
  "Opened": {
   "description": "An opened cell: row, column and number; the number of a hit mine is -1.",
   "type": "array",
   "prefixItems": [
    {
     "type": "integer"
    },
    {
     "type": "integer"
    },
    {
     "type": "integer"
    }
   ],
   "minItems": 3,
   "maxItems": 3
  },
  "Forgives": {
   "description": "Which guesses a program forgives, by moving mines away from them.",
   "type": "string",
   "enum": [
    "nothing",
    "forced-guesses",
    "guesses"
   ]
  },
  "GameQuestion": {
   "description": "A game.",
   "type": "object",
   "properties": {
    "id": {
     "type": "string",
     "description": "The identity of the game."
    }
   },
   "required": [
    "id"
   ],
   "additionalProperties": false
  },
  "MoveRequest": {
   "description": "A move that a person wants to make.",
   "type": "object",
   "properties": {
    "id": {
     "type": "string",
     "description": "The identity of the game."
    },
    "do": {
     "$ref": "#/$defs/Act",
     "description": "What to do."
    },
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell."
    },
    "budget": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds that making a board without guesses may take; null for a minute.",
     "default": null
    }
   },
   "required": [
    "id",
    "do",
    "cell"
   ],
   "additionalProperties": false
  },
  "MoveResult": {
   "description": "The effect of a move.",
   "type": "object",
   "properties": {
    "opened": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Opened"
     },
     "description": "Row, column and number of each opened cell; -1 for a hit mine."
    },
    "flags": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/ChangedFlag"
     },
     "description": "Row and column of each changed flag, and whether it is set now."
    },
    "moves": {
     "type": "integer",
     "description": "The number of moves."
    },
    "state": {
     "$ref": "#/$defs/State",
     "description": "Whether the game is still being played, and its result if not."
    },
    "seconds": {
     "type": "number",
     "description": "The playing time."
    },
    "running": {
     "type": "boolean",
     "description": "Whether the clock runs."
    },
    "deeds": {
     "type": "integer",
     "description": "The number of moves the person tried, those without an effect included."
    },
    "what_if": {
     "type": "boolean",
     "description": "Whether a move other than a flag was taken back."
    },
    "helped": {
     "type": "boolean",
     "description": "Whether hints were shown or cells opened for the person."
    },
    "over": {
     "anyOf": [
      {
       "$ref": "#/$defs/GameEnd"
      },
      {
       "type": "null"
      }
     ],
     "description": "What is shown at the end; null before."
    }
   },
   "required": [
    "opened",
    "flags",
    "moves",
    "state",
    "seconds",
    "running",
    "deeds",
    "what_if",
    "helped",
    "over"
   ],
   "additionalProperties": false
  },
  "ChangedFlag": {
   "description": "A changed flag: row, column, and whether it is set now.",
   "type": "array",
   "prefixItems": [
    {
     "type": "integer"
    },
    {
     "type": "integer"
    },
    {
     "type": "boolean"
    }
   ],
   "minItems": 3,
   "maxItems": 3
  },
  "AutoplayRequest": {
   "description": "A game in which the certainly free cells shall be opened.",
   "type": "object",
   "properties": {
    "id": {
     "type": "string",
     "description": "The identity of the game."
    },
    "budget": {
     "type": "number",
     "description": "The seconds that all steps together may take.",
     "default": 10.0
    }
   },
   "required": [
    "id"
   ],
   "additionalProperties": false
  },
  "LayoutRequest": {
   "description": "The layout of a game that has none yet, made elsewhere.",
   "type": "object",
   "properties": {
    "id": {
     "type": "string",
     "description": "The identity of the game."
    },
    "mines": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The mines."
    },
    "start": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that the rules' promise is about."
    }
   },
   "required": [
    "id",
    "mines",
    "start"
   ],
   "additionalProperties": false
  },
  "GamePosition": {
   "description": "The position of a game, as a request to analyse it needs it.",
   "type": "object",
   "properties": {
    "position": {
     "type": "string",
     "description": "The position as text on one line."
    },
    "promise": {
     "anyOf": [
      {
       "$ref": "#/$defs/StatedPromise"
      },
      {
       "type": "null"
      }
     ],
     "description": "What the rules promise, while no cell is open; null otherwise."
    }
   },
   "required": [
    "position",
    "promise"
   ],
   "additionalProperties": false
  },
  "StatedPromise": {
   "description": "What the rules of a game promise about the first cell.",
   "type": "object",
   "properties": {
    "rules": {
     "$ref": "#/$defs/Rules",
     "description": "The rules of the game."
    },
    "start": {
     "anyOf": [
      {
       "$ref": "#/$defs/Cell"
      },
      {
       "type": "null"
      }
     ],
     "description": "The start of the board; null while there is no board yet."
    }
   },
   "required": [
    "rules",
    "start"
   ],
   "additionalProperties": false
  },
  "Rules": {
   "description": "The rules of a game.",
   "type": "object",
   "properties": {
    "rows": {
     "type": "integer",
     "description": "The number of rows."
    },
    "cols": {
     "type": "integer",
     "description": "The number of columns."
    },
    "mines": {
     "type": "integer",
     "description": "The number of mines."
    },
    "first_move": {
     "$ref": "#/$defs/FirstMove",
     "description": "What is promised about the first cell."
    },
    "cascade": {
     "type": "boolean",
     "description": "Whether opening a zero opens its neighbours."
    },
    "on_mine": {
     "$ref": "#/$defs/OnMine",
     "description": "Whether opening a mine ends the game."
    },
    "on_wrong_flag": {
     "$ref": "#/$defs/OnWrongFlag",
     "description": "Whether a flag on a free cell ends the game."
    },
    "won_by": {
     "$ref": "#/$defs/WonBy",
     "description": "Whether flags on all mines win as well."
    }
   },
   "required": [
    "rows",
    "cols",
    "mines",
    "first_move",
    "cascade",
    "on_mine",
    "on_wrong_flag",
    "won_by"
   ],
   "additionalProperties": false
  },
  "GameRecord": {
   "description": "A game: its layout, its moves and its result.",
   "type": "object",
   "properties": {
    "format": {
     "type": "integer",
     "description": "The version of the format."
    },
    "rules": {
     "$ref": "#/$defs/Rules",
     "description": "The rules."
    },
    "mines": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The mines."
    },
    "start": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that the rules' promise is about."
    },
    "agent": {
     "type": "string",
     "description": "The player."
    },
    "moves": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Move"
     },
     "description": "The moves."
    },
    "result": {
     "$ref": "#/$defs/State",
     "description": "The result."
    },
    "end": {
     "type": "string",
     "description": "How the game ended."
    },
    "reproducible": {
     "type": "boolean",
     "description": "False if a wall-clock limit influenced the moves."
    },
    "forgives": {
     "$ref": "#/$defs/Forgives",
     "description": "Which guesses the program forgives."
    },
    "layout_known": {
     "type": "boolean",
     "description": "False if not all mines were seen."
    }
   },
   "required": [
    "format",
    "rules",
    "mines",
    "start",
    "agent",
    "moves",
    "result",
    "end"
   ],
   "additionalProperties": false
  },
  "Move": {
   "description": "A move of a game record.",
   "type": "object",
   "properties": {
    "do": {
     "$ref": "#/$defs/Act",
     "description": "What was done."
    },
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that the player chose."
    },
    "opened": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Opened"
     },
     "description": "The cells that the move opened, in order."
    },
    "risk": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The risk that the player stated, or null."
    },
    "certain": {
     "anyOf": [
      {
       "type": "boolean"
      },
      {
       "type": "null"
      }
     ],
     "description": "Whether the player called the move certain, or null."
    },
    "by": {
     "type": "string",
     "description": "The rule or method that chose the move."
    },
    "time": {
     "type": "number",
     "description": "Seconds since the first cell was opened."
    }
   },
   "required": [
    "do",
    "cell",
    "opened",
    "risk",
    "certain",
    "by"
   ],
   "additionalProperties": false
  },
  "SavedGame": {
   "description": "A whole game as opaque text.",
   "type": "object",
   "properties": {
    "id": {
     "type": "string",
     "description": "The identity of the game."
    },
    "saved": {
     "type": "string",
     "description": "The game as opaque text. It contains the mines; do not read it."
    }
   },
   "required": [
    "id",
    "saved"
   ],
   "additionalProperties": false
  },
  "ForgottenGame": {
   "description": "Whether a game was kept until now.",
   "type": "object",
   "properties": {
    "forgotten": {
     "type": "boolean",
     "description": "Whether there was such a game."
    }
   },
   "required": [
    "forgotten"
   ],
   "additionalProperties": false
  },
  "GenerateRequest": {
   "description": "Boards to generate. The same request gives the same boards.",
   "type": "object",
   "properties": {
    "rules": {
     "$ref": "#/$defs/GameRules",
     "description": "The rules."
    },
    "count": {
     "type": "integer",
     "description": "The number of boards.",
     "default": 1
    },
    "seed": {
     "type": "integer",
     "description": "The stream of boards.",
     "default": 0
    },
    "start": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that is opened first.",
     "default": [
      0,
      0
     ]
    },
    "no_guess": {
     "type": "boolean",
     "description": "Whether to reject boards that need a guess.",
     "default": false
    },
    "budget": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds for all boards that need no guess; null for no limit.",
     "default": 60.0
    }
   },
   "required": [
    "rules"
   ],
   "additionalProperties": false
  },
  "GeneratedBoard": {
   "description": "A board, in the form of a boards file, and how it was made.",
   "type": "object",
   "properties": {
    "rows": {
     "type": "integer",
     "description": "The number of rows."
    },
    "cols": {
     "type": "integer",
     "description": "The number of columns."
    },
    "mines": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The mines."
    },
    "start": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that is opened first."
    },
    "3bv": {
     "type": "integer",
     "description": "The fewest opens that win without chords."
    },
    "difficulty": {
     "$ref": "#/$defs/Difficulty",
     "description": "The hardest deduction that winning it needs."
    },
    "method": {
     "$ref": "#/$defs/Method",
     "description": "How it was made."
    },
    "seed": {
     "type": "integer",
     "description": "The stream of boards."
    },
    "index": {
     "type": "integer",
     "description": "The board of the stream that it is, or was before its repair."
    }
   },
   "required": [
    "rows",
    "cols",
    "mines",
    "start",
    "3bv",
    "difficulty",
    "method",
    "seed",
    "index"
   ],
   "additionalProperties": false
  },
  "Difficulty": {
   "description": "The hardest deduction that winning a board needs.",
   "type": "string",
   "enum": [
    "single-cell",
    "subset",
    "pair",
    "k-relational",
    "exact",
    "mine-count",
    "guess"
   ]
  },
  "Method": {
   "description": "How a board was made: any random board, a random board that needs no guess, or a random board whose mines were moved until it needed none.",
   "type": "string",
   "enum": [
    "random",
    "rejection",
    "repair"
   ]
  },
  "OptimumRequest": {
   "description": "A small board whose perfect play is wanted.",
   "type": "object",
   "properties": {
    "rules": {
     "$ref": "#/$defs/GameRules",
     "description": "The rules. A mine ends the game, and flags win nothing."
    },
    "start": {
     "anyOf": [
      {
       "$ref": "#/$defs/Cell"
      },
      {
       "type": "null"
      }
     ],
     "description": "The first cell; null for a best one.",
     "default": null
    },
    "budget": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds that the search may take; null for no limit.",
     "default": null
    },
    "memory": {
     "type": "number",
     "description": "The bytes that the search may take.",
     "default": 2147483648.0
    }
   },
   "required": [
    "rules"
   ],
   "additionalProperties": false
  },
  "OptimumAnswer": {
   "description": "How far the search is, and at the end its result.",
   "type": "object",
   "properties": {
    "done": {
     "type": "boolean",
     "description": "Whether this is the last answer. The others have no result."
    },
    "nodes": {
     "type": "integer",
     "description": "The number of positions that were searched."
    },
    "win": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The probability of winning."
    },
    "wins": {
     "anyOf": [
      {
       "type": "string"
      },
      {
       "type": "null"
      }
     ],
     "description": "The number of layouts that perfect play wins, in decimal."
    },
    "layouts": {
     "anyOf": [
      {
       "type": "string"
      },
      {
       "type": "null"
      }
     ],
     "description": "The number of layouts, in decimal."
    },
    "start": {
     "anyOf": [
      {
       "$ref": "#/$defs/Cell"
      },
      {
       "type": "null"
      }
     ],
     "description": "The first cell."
    }
   },
   "required": [
    "done",
    "nodes",
    "win",
    "wins",
    "layouts",
    "start"
   ],
   "additionalProperties": false
  },
  "BoardRequest": {
   "description": "A board to rate.",
   "type": "object",
   "properties": {
    "rules": {
     "$ref": "#/$defs/GameRules",
     "description": "The rules."
    },
    "mines": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The mines."
    },
    "start": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that is opened first."
    }
   },
   "required": [
    "rules",
    "mines",
    "start"
   ],
   "additionalProperties": false
  },
  "BoardRating": {
   "description": "How hard a board is.",
   "type": "object",
   "properties": {
    "difficulty": {
     "$ref": "#/$defs/Difficulty",
     "description": "The hardest deduction that winning it needs."
    },
    "3bv": {
     "type": "integer",
     "description": "The fewest opens that win without chords."
    },
    "openings": {
     "type": "integer",
     "description": "The number of connected regions of zeros."
    },
    "islands": {
     "type": "integer",
     "description": "The number of connected groups of numbers that border no opening."
    }
   },
   "required": [
    "difficulty",
    "3bv",
    "openings",
    "islands"
   ],
   "additionalProperties": false
  },
  "DeductionRequest": {
   "description": "A position whose cheapest deduction is wanted.",
   "type": "object",
   "properties": {
    "position": {
     "type": "string",
     "description": "The position as text: rows split by / or newlines, with the mine count."
    }
   },
   "required": [
    "position"
   ],
   "additionalProperties": false
  },
  "DeductionAnswer": {
   "description": "The cheapest deduction that frees a cell.",
   "type": "object",
   "properties": {
    "safe": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The free cells that it proves; none if a guess is needed."
    },
    "difficulty": {
     "$ref": "#/$defs/Difficulty",
     "description": "The deduction."
    }
   },
   "required": [
    "safe",
    "difficulty"
   ],
   "additionalProperties": false
  },
  "ReviewRequest": {
   "description": "A game to review.",
   "type": "object",
   "properties": {
    "record": {
     "$ref": "#/$defs/GivenRecord",
     "description": "The record of the game."
    },
    "strength": {
     "type": "string",
     "description": "fast, strong or max: who advises, and the effort for win rates.",
     "default": "strong"
    },
    "unfinished": {
     "type": "boolean",
     "description": "Whether a game that is not over may be reviewed.",
     "default": false
    }
   },
   "required": [
    "record"
   ],
   "additionalProperties": false
  },
  "ReviewSummary": {
   "description": "The end of a review.",
   "type": "object",
   "properties": {
    "kind": {
     "type": "string",
     "description": "review"
    },
    "agent": {
     "type": "string",
     "description": "The player."
    },
    "result": {
     "$ref": "#/$defs/State",
     "description": "The result of the game."
    },
    "grades": {
     "$ref": "#/$defs/GradeCounts",
     "description": "How many moves got each grade."
    },
    "cost": {
     "type": "number",
     "description": "The win probability that all moves together cost."
    },
    "luck": {
     "type": "number",
     "description": "The win probability that chance added in all."
    },
    "sentence": {
     "type": "string",
     "description": "What the moves cost and what luck added, in a sentence."
    },
    "times": {
     "$ref": "#/$defs/TimeUse",
     "description": "Where the time went, if the record has times."
    }
   },
   "required": [
    "kind",
    "agent",
    "result",
    "grades",
    "cost",
    "luck",
    "sentence"
   ],
   "additionalProperties": false
  },
  "GradeCounts": {
   "description": "How many moves got each grade.",
   "type": "object",
   "properties": {
    "forced": {
     "type": "integer",
     "description": "Moves that opened only certain cells."
    },
    "best": {
     "type": "integer",
     "description": "Moves that cost half a point of win probability at most."
    },
    "inaccuracy": {
     "type": "integer",
     "description": "Moves that cost three points at most."
    },
    "mistake": {
     "type": "integer",
     "description": "Moves that cost more."
    },
    "unlucky": {
     "type": "integer",
     "description": "Best moves that hit a mine."
    }
   },
   "required": [
    "forced",
    "best",
    "inaccuracy",
    "mistake",
    "unlucky"
   ],
   "additionalProperties": false
  },
  "TimeUse": {
   "description": "Where the time of a game went.",
   "type": "object",
   "properties": {
    "certain": {
     "type": "number",
     "description": "The seconds before moves that opened only certain cells."
    },
    "guesses": {
     "type": "number",
     "description": "The seconds before all other moves that opened cells."
    },
    "flags": {
     "type": "number",
     "description": "The seconds before flags."
    },
    "hesitations": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Hesitation"
     },
     "description": "The certain moves, at most five, that took a second and three times the usual pause; the longest first."
    },
    "sentence": {
     "type": "string",
     "description": "All of this in one or two sentences."
    }
   },
   "required": [
    "certain",
    "guesses",
    "flags",
    "hesitations",
    "sentence"
   ],
   "additionalProperties": false
  },
  "Hesitation": {
   "description": "A long pause before a move that opened only certain cells.",
   "type": "object",
   "properties": {
    "number": {
     "type": "integer",
     "description": "The index of the move in the record."
    },
    "seconds": {
     "type": "number",
     "description": "The seconds since the move before."
    }
   },
   "required": [
    "number",
    "seconds"
   ],
   "additionalProperties": false
  },
  "ReviewedMove": {
   "description": "One move of a game with its grade.",
   "type": "object",
   "properties": {
    "kind": {
     "type": "string",
     "description": "move"
    },
    "moves": {
     "type": "integer",
     "description": "The number of moves of the game."
    },
    "number": {
     "type": "integer",
     "description": "The index of the move in the record."
    },
    "do": {
     "$ref": "#/$defs/Act",
     "description": "What was done."
    },
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that the player chose."
    },
    "grade": {
     "anyOf": [
      {
       "$ref": "#/$defs/Grade"
      },
      {
       "type": "null"
      }
     ],
     "description": "The grade; null for a flag, unless a wrong flag loses the game."
    },
    "hit": {
     "type": "boolean",
     "description": "Whether the move opened a mine."
    },
    "risk": {
     "type": "number",
     "description": "The probability that the move loses the game at once."
    },
    "win_before": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The win probability before the move; null where it is not known."
    },
    "win_played": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "That of the chosen move, before its result is known."
    },
    "win_after": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "That after the result of the move."
    },
    "win_error": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The standard error of `win_before`."
    },
    "cost": {
     "type": "number",
     "description": "The win probability that the move gave away."
    },
    "error": {
     "type": "number",
     "description": "The standard error of `cost`."
    },
    "exact": {
     "type": "boolean",
     "description": "Whether the win probabilities before and of the move are exact."
    },
    "luck": {
     "type": "number",
     "description": "The win probability that chance added or took away."
    },
    "best": {
     "anyOf": [
      {
       "$ref": "#/$defs/BestInReview"
      },
      {
       "type": "null"
      }
     ],
     "description": "The best move; null for a flag, and where no cell can be free."
    },
    "forgiven": {
     "type": "boolean",
     "description": "True for a guess that the program forgives: its luck is not counted."
    },
    "time": {
     "type": "number",
     "description": "Seconds since the first cell was opened."
    },
    "pause": {
     "type": "number",
     "description": "Seconds since the move before."
    }
   },
   "required": [
    "kind",
    "moves",
    "number",
    "do",
    "cell",
    "grade",
    "hit",
    "risk",
    "win_before",
    "win_played",
    "win_after",
    "win_error",
    "cost",
    "error",
    "exact",
    "luck",
    "best"
   ],
   "additionalProperties": false
  },
  "BestInReview": {
   "description": "The best move in the position of a reviewed move.",
   "type": "object",
   "properties": {
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The first cell that it opens."
    },
    "cells": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "All cells that it opens."
    },
    "risk": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The probability that the cell is a mine."
    },
    "certain": {
     "type": "boolean",
     "description": "Whether the cells are proven free."
    },
    "win": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The chance to win; null where it is not known or not needed."
    },
    "win_exact": {
     "type": "boolean",
     "description": "Whether `win` is exact."
    },
    "win_error": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The standard error of an estimated `win`."
    },
    "reason": {
     "type": "string",
     "description": "The reason as a sentence."
    }
   },
   "required": [
    "cell",
    "cells",
    "risk",
    "certain",
    "win",
    "win_exact",
    "win_error",
    "reason"
   ],
   "additionalProperties": false
  },
  "VerdictRequest": {
   "description": "The end of a game and its reviewed moves.",
   "type": "object",
   "properties": {
    "result": {
     "$ref": "#/$defs/State",
     "description": "The result of the game."
    },
    "end": {
     "type": "string",
     "description": "How the game ended."
    },
    "moves": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/MoveCost"
     },
     "description": "The moves."
    },
    "forgives": {
     "$ref": "#/$defs/Forgives",
     "description": "Which guesses the program forgives.",
     "default": "nothing"
    }
   },
   "required": [
    "result",
    "end",
    "moves"
   ],
   "additionalProperties": false
  },
  "MoveCost": {
   "description": "What a move of a reviewed game cost.",
   "type": "object",
   "properties": {
    "number": {
     "type": "integer",
     "description": "The index of the move in the record."
    },
    "grade": {
     "anyOf": [
      {
       "type": "string"
      },
      {
       "type": "null"
      }
     ],
     "description": "Its grade; null for a flag."
    },
    "hit": {
     "type": "boolean",
     "description": "Whether the move opened a mine."
    },
    "cost": {
     "type": "number",
     "description": "The win probability that the move gave away."
    },
    "luck": {
     "type": "number",
     "description": "The win probability that chance added."
    },
    "pause": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The seconds since the move before, or null.",
     "default": null
    }
   },
   "required": [
    "number",
    "grade",
    "hit",
    "cost",
    "luck"
   ],
   "additionalProperties": false
  },
  "VerdictAnswer": {
   "description": "The verdict on a game.",
   "type": "object",
   "properties": {
    "cost": {
     "type": "number",
     "description": "The win probability that all moves together cost."
    },
    "luck": {
     "type": "number",
     "description": "The win probability that chance added in all."
    },
    "sentence": {
     "type": "string",
     "description": "What the moves cost and what luck added, in a sentence."
    },
    "times": {
     "$ref": "#/$defs/TimeUse",
     "description": "Where the time went, if the game has times."
    }
   },
   "required": [
    "cost",
    "luck",
    "sentence"
   ],
   "additionalProperties": false
  },
  "WatchRequest": {
   "description": "Native agents to watch, and the board that they play.",
   "type": "object",
   "properties": {
    "rules": {
     "$ref": "#/$defs/GameRules",
     "description": "The rules."
    },
    "start": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that is opened first.",
     "default": [
      0,
      0
     ]
    },
    "seed": {
     "type": "integer",
     "description": "The stream of boards, and of the agents' random choices."
    },
    "index": {
     "type": "integer",
     "description": "The board of the stream.",
     "default": 0
    },
    "agents": {
     "type": "array",
     "items": {
      "type": "string"
     },
     "description": "The names of native agents."
    }
   },
   "required": [
    "rules",
    "seed",
    "agents"
   ],
   "additionalProperties": false
  },
  "WatchedRecord": {
   "description": "The whole game of an agent.",
   "type": "object",
   "properties": {
    "kind": {
     "type": "string",
     "description": "record"
    },
    "agent": {
     "type": "integer",
     "description": "The number of the agent."
    },
    "record": {
     "$ref": "#/$defs/GameRecord",
     "description": "The record of its game."
    }
   },
   "required": [
    "kind",
    "agent",
    "record"
   ],
   "additionalProperties": false
  },
  "WatchedStep": {
   "description": "One decision of an agent, carried out.",
   "type": "object",
   "properties": {
    "kind": {
     "type": "string",
     "description": "step"
    },
    "agent": {
     "type": "integer",
     "description": "The number of the agent."
    },
    "moves": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/WatchedMove"
     },
     "description": "The moves."
    },
    "certain": {
     "type": "boolean",
     "description": "Whether the opened cells are proven free."
    },
    "risk": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The probability that an opened cell is a mine; null where none is stated."
    },
    "win": {
     "anyOf": [
      {
       "type": "number"
      },
      {
       "type": "null"
      }
     ],
     "description": "The chance to win that the agent states; null where it states none."
    },
    "reason": {
     "type": "string",
     "description": "The reason as a sentence."
    },
    "seconds": {
     "type": "number",
     "description": "The time that the agent took."
    },
    "state": {
     "$ref": "#/$defs/State",
     "description": "The state of the game after the step."
    },
    "proven": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The mines that became certain by the step."
    }
   },
   "required": [
    "kind",
    "agent",
    "moves",
    "certain",
    "risk",
    "win",
    "reason",
    "seconds",
    "state",
    "proven"
   ],
   "additionalProperties": false
  },
  "WatchedMove": {
   "description": "A move of a watched game.",
   "type": "object",
   "properties": {
    "do": {
     "$ref": "#/$defs/Act",
     "description": "What was done."
    },
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that the agent chose."
    },
    "opened": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Opened"
     },
     "description": "The cells that the move opened, in order."
    }
   },
   "required": [
    "do",
    "cell",
    "opened"
   ],
   "additionalProperties": false
  },
  "WatchedBoard": {
   "description": "The board that agents play.",
   "type": "object",
   "properties": {
    "kind": {
     "type": "string",
     "description": "board"
    },
    "rules": {
     "$ref": "#/$defs/Rules",
     "description": "The rules."
    },
    "start": {
     "$ref": "#/$defs/Cell",
     "description": "The cell that is opened first."
    },
    "mines": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The mines."
    },
    "bbbv": {
     "type": "integer",
     "description": "The 3BV of the board."
    },
    "agents": {
     "type": "array",
     "items": {
      "type": "string"
     },
     "description": "The agents, in the order in which other messages number them."
    }
   },
   "required": [
    "kind",
    "rules",
    "start",
    "mines",
    "bbbv",
    "agents"
   ],
   "additionalProperties": false
  },
  "CompleteRequest": {
   "description": "A short record whose moves shall be played again.",
   "type": "object",
   "properties": {
    "short": {
     "$ref": "#/$defs/ShortRecord",
     "description": "The short record."
    }
   },
   "required": [
    "short"
   ],
   "additionalProperties": false
  },
  "ShortRecord": {
   "description": "A game record without what its moves opened. Cells are row-major.",
   "type": "object",
   "properties": {
    "rules": {
     "$ref": "#/$defs/GameRules",
     "description": "The rules."
    },
    "mines": {
     "type": "array",
     "items": {
      "type": "integer"
     },
     "description": "The mines."
    },
    "start": {
     "type": "integer",
     "description": "The cell that the rules' promise is about."
    },
    "moves": {
     "type": "string",
     "description": "For each move o, f or c (open, flag, chord) and its cell in base 36; a dot stands between moves."
    },
    "agent": {
     "type": "string",
     "description": "The player.",
     "default": ""
    },
    "result": {
     "type": "string",
     "description": "The result. A game that was lost without a mine was given up.",
     "default": ""
    }
   },
   "required": [
    "rules",
    "mines",
    "start",
    "moves"
   ],
   "additionalProperties": true
  },
  "ProgressRequest": {
   "description": "A player's progress, at a time.",
   "type": "object",
   "properties": {
    "progress": {
     "description": "The progress, in the form of TrainerProgress; null for a new player."
    },
    "now": {
     "type": "integer",
     "description": "The time, in seconds since 1970."
    }
   },
   "required": [
    "progress",
    "now"
   ],
   "additionalProperties": false
  },
  "ProgressAnswer": {
   "description": "A player's progress, checked, and what follows from it now.",
   "type": "object",
   "properties": {
    "progress": {
     "$ref": "#/$defs/TrainerProgress",
     "description": "The progress."
    },
    "state": {
     "$ref": "#/$defs/TrainerState",
     "description": "The ratings and repetitions now."
    },
    "due": {
     "type": "array",
     "items": {
      "type": "string"
     },
     "description": "The exercises that have come back, the longest overdue first."
    }
   },
   "required": [
    "progress",
    "state",
    "due"
   ],
   "additionalProperties": false
  },
  "TrainerProgress": {
   "description": "What a player of the trainer has solved and missed.",
   "type": "object",
   "properties": {
    "format": {
     "type": "integer",
     "description": "The version of this form."
    },
    "ratings": {
     "$ref": "#/$defs/KindsProgress",
     "description": "The ratings."
    },
    "seen": {
     "type": "array",
     "items": {
      "type": "string"
     },
     "description": "The names of the exercises answered so far, the first one first."
    },
    "repetitions": {
     "type": "object",
     "additionalProperties": {
      "type": "array",
      "prefixItems": [
       {
        "type": "integer"
       },
       {
        "type": "integer"
       }
      ],
      "minItems": 2,
      "maxItems": 2
     },
     "description": "The missed exercises that come back: by name, the box and the time in seconds since 1970."
    },
    "history": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/RatedAnswer"
     },
     "description": "The newest rated answers."
    }
   },
   "required": [
    "format",
    "ratings",
    "seen",
    "repetitions",
    "history"
   ],
   "additionalProperties": true
  },
  "KindsProgress": {
   "description": "The progress in every kind of exercise.",
   "type": "object",
   "properties": {
    "deduction": {
     "$ref": "#/$defs/KindProgress",
     "description": "Deductions."
    },
    "guess": {
     "$ref": "#/$defs/KindProgress",
     "description": "Guesses."
    }
   },
   "required": [
    "deduction",
    "guess"
   ],
   "additionalProperties": true
  },
  "KindProgress": {
   "description": "The progress in one kind of exercise.",
   "type": "object",
   "properties": {
    "rating": {
     "type": "number",
     "description": "The rating."
    },
    "deviation": {
     "type": "number",
     "description": "Its standard deviation."
    },
    "at": {
     "type": "integer",
     "description": "When the rating last changed, in seconds since 1970; 0 if it never did."
    },
    "answered": {
     "type": "integer",
     "description": "The number of answers."
    },
    "right": {
     "type": "integer",
     "description": "The number of right answers."
    }
   },
   "required": [
    "rating",
    "deviation",
    "at",
    "answered",
    "right"
   ],
   "additionalProperties": true
  },
  "ExerciseKind": {
   "description": "What an exercise asks for: a cell that is certainly free, or the guess that wins most often.",
   "type": "string",
   "enum": [
    "deduction",
    "guess"
   ]
  },
  "RatedAnswer": {
   "description": "A rated answer: the time in seconds since 1970, the kind, and the new rating.",
   "type": "array",
   "prefixItems": [
    {
     "type": "integer"
    },
    {
     "$ref": "#/$defs/ExerciseKind"
    },
    {
     "type": "integer"
    }
   ],
   "minItems": 3,
   "maxItems": 3
  },
  "TrainerState": {
   "description": "A player's ratings and repetitions now.",
   "type": "object",
   "properties": {
    "standings": {
     "$ref": "#/$defs/Standings",
     "description": "The ratings."
    },
    "due": {
     "type": "integer",
     "description": "How many missed exercises have come back."
    },
    "waiting": {
     "type": "integer",
     "description": "How many missed exercises will come back later."
    },
    "history": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/RatedAnswer"
     },
     "description": "The newest rated answers."
    }
   },
   "required": [
    "standings",
    "due",
    "waiting",
    "history"
   ],
   "additionalProperties": false
  },
  "Standings": {
   "description": "A player's ratings now.",
   "type": "object",
   "properties": {
    "deduction": {
     "$ref": "#/$defs/Standing",
     "description": "Deductions."
    },
    "guess": {
     "$ref": "#/$defs/Standing",
     "description": "Guesses."
    }
   },
   "required": [
    "deduction",
    "guess"
   ],
   "additionalProperties": false
  },
  "Standing": {
   "description": "A player's rating in one kind of exercise now.",
   "type": "object",
   "properties": {
    "rating": {
     "type": "number",
     "description": "The rating."
    },
    "deviation": {
     "type": "number",
     "description": "Its standard deviation."
    },
    "answered": {
     "type": "integer",
     "description": "The number of answers."
    },
    "right": {
     "type": "integer",
     "description": "The number of right answers."
    }
   },
   "required": [
    "rating",
    "deviation",
    "answered",
    "right"
   ],
   "additionalProperties": false
  },
  "ChoiceRequest": {
   "description": "A player who wants an exercise, and those that fit.",
   "type": "object",
   "properties": {
    "progress": {
     "description": "The progress, in the form of TrainerProgress; null for a new player."
    },
    "now": {
     "type": "integer",
     "description": "The time, in seconds since 1970."
    },
    "exercises": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/OfferedExercise"
     },
     "description": "The exercises that fit."
    },
    "draws": {
     "type": "array",
     "items": {
      "type": "number"
     },
     "description": "Two random numbers from 0 up to, but not including, 1."
    }
   },
   "required": [
    "progress",
    "now",
    "exercises",
    "draws"
   ],
   "additionalProperties": false
  },
  "OfferedExercise": {
   "description": "An exercise that may come next.",
   "type": "object",
   "properties": {
    "name": {
     "type": "string",
     "description": "Its name."
    },
    "kind": {
     "$ref": "#/$defs/ExerciseKind",
     "description": "Its kind."
    },
    "difficulty": {
     "type": "number",
     "description": "Its rating."
    }
   },
   "required": [
    "name",
    "kind",
    "difficulty"
   ],
   "additionalProperties": false
  },
  "ChoiceAnswer": {
   "description": "The next exercise.",
   "type": "object",
   "properties": {
    "name": {
     "type": "string",
     "description": "Its name."
    },
    "has_returned": {
     "type": "boolean",
     "description": "Whether it was missed before and has come back."
    }
   },
   "required": [
    "name",
    "has_returned"
   ],
   "additionalProperties": false
  },
  "ExerciseAnswer": {
   "description": "An answer to an exercise, and the solution.",
   "type": "object",
   "properties": {
    "kind": {
     "$ref": "#/$defs/ExerciseKind",
     "description": "The kind of the exercise."
    },
    "position": {
     "type": "string",
     "description": "The position as text: rows split by / or newlines, with the mine count."
    },
    "cells": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The named cells. No cell means that the player gives up."
    },
    "solution": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/Cell"
     },
     "description": "The right cells."
    },
    "moves": {
     "type": "array",
     "items": {
      "$ref": "#/$defs/GuessValue"
     },
     "description": "For a guess, every guess, the best first.",
     "default": []
    },
    "find_all": {
     "type": "boolean",
     "description": "Whether a deduction must name all free cells.",
     "default": false
    }
   },
   "required": [
    "kind",
    "position",
    "cells",
    "solution"
   ],
   "additionalProperties": false
  },
  "GuessValue": {
   "description": "A guess of an exercise.",
   "type": "object",
   "properties": {
    "cell": {
     "$ref": "#/$defs/Cell",
     "description": "The cell."
    },
    "risk": {
     "type": "number",
     "description": "The probability that it is a mine."
    },
    "win": {
     "type": "number",
     "description": "The exact probability of winning after it."
    }
   },
   "required": [
    "cell",
    "risk",
    "win"
   ],
   "additionalProperties": false
  },
  "JudgedAnswer": {
   "description": "Whether an answer is right, and why.",
   "type": "object",
   "properties": {
    "right": {
     "type": "boolean",
     "description": "Whether it is right."
    },
    "sentence": {
     "type": "string",
     "description": "Why."
    }
   },
   "required": [
    "right",
    "sentence"
   ],
   "additionalProperties": false
  },
  "AddedAnswer": {
   "description": "A judged answer to add to a progress.",
   "type": "object",
   "properties": {
    "progress": {
     "description": "The progress, in the form of TrainerProgress; null for a new player."
    },
    "now": {
     "type": "integer",
     "description": "The time, in seconds since 1970."
    },
    "exercise": {
     "$ref": "#/$defs/OfferedExercise",
     "description": "The exercise."
    },
    "right": {
     "type": "boolean",
     "description": "Whether the answer was right."
    }
   },
   "required": [
    "progress",
    "now",
    "exercise",
    "right"
   ],
   "additionalProperties": false
  },
  "ChangedProgress": {
   "description": "What an answer changed.",
   "type": "object",
   "properties": {
    "before": {
     "type": "number",
     "description": "The rating before the answer."
    },
    "after": {
     "type": "number",
     "description": "The rating after it."
    },
    "is_repeated": {
     "type": "boolean",
     "description": "Whether the exercise was answered before. Then the rating stays."
    },
    "progress": {
     "$ref": "#/$defs/TrainerProgress",
     "description": "The new progress."
    },
    "state": {
     "$ref": "#/$defs/TrainerState",
     "description": "The ratings and repetitions now."
    }
   },
   "required": [
    "before",
    "after",
    "is_repeated",
    "progress",
    "state"
   ],
   "additionalProperties": false
  }
 }
};
